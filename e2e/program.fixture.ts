/**
 * A caller of the site that is not a browser: it stores its cookies and posts url-encoded forms.
 */
export type Program = {
  post(path: string, fields: Record<string, string>): Promise<ProgramResponse>;
};

type ProgramResponse = { status: number; headers: Headers; body: Record<string, unknown> };

/**
 * `address`: the IP address of the sender, as a proxy in front of the site reports it; by default
 * this machine's.
 */
export function programFor(origin: string, address?: string): Program {
  const cookies = new Map<string, string>();
  return {
    async post(path, fields) {
      const response = await fetch(new URL(path, origin), {
        method: "POST",
        headers: {
          accept: "application/json",
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          ...(address && { "x-forwarded-for": address }),
        },
        body: new URLSearchParams(fields),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        cookies.set(name, value);
      }
      const body = (await response.json()) as Record<string, unknown>;
      return { status: response.status, headers: response.headers, body };
    },
  };
}

export type OutboxMessage = {
  id: string;
  channel: "sms" | "email";
  to: string;
  subject: string | null;
  text: string;
  html: string | null;
  createdAt: string;
};

export async function readOutbox(origin: string): Promise<OutboxMessage[]> {
  const response = await fetch(new URL("/demo/outbox.json", origin));
  return (await response.json()) as OutboxMessage[];
}

/** The newest code that was sent to this number (E.164). */
export async function codeSentTo(origin: string, phone: string): Promise<string> {
  const sms = (await readOutbox(origin)).find(
    (message) => message.channel === "sms" && message.to === phone,
  );
  const code = /\b(\d{6})\b/.exec(sms?.text ?? "")?.[1];
  if (!code) throw new Error(`No code went to ${phone}.`);
  return code;
}

/** Verifies the number, as the form's page would. */
export async function verifyPhone(program: Program, origin: string, phone: string): Promise<void> {
  await program.post("/api/phone-verification", { phone });
  const code = await codeSentTo(origin, phone);
  const checked = await program.post("/api/phone-verification/check", { phone, code });
  if (checked.status !== 200) throw new Error(`${phone} was not verified: ${checked.status}`);
}

/** A complete pre-approval as one url-encoded post (SPEC.md §7). */
export function preApprovalFields(changes: Record<string, string> = {}): Record<string, string> {
  return {
    carType: "suv",
    budget: "400_499",
    tradeIn: "no",
    creditRating: "good",
    employmentStatus: "employed",
    incomeDetails: "annual_salary",
    annualIncome: "64000",
    incomeYears: "4",
    incomeMonths: "2",
    companyName: "Prairie Steel Fabrication",
    jobTitle: "Welder",
    monthlyIncome: "5400",
    vehicleLocation: "Calgary, AB",
    yearsAtAddress: "3",
    monthsAtAddress: "0",
    homeStatus: "rent",
    rentAmount: "1650",
    citizenship: "citizen",
    driversLicense: "yes",
    dateOfBirth: "1987-06-05",
    firstName: "Noah",
    lastName: "Tremblay",
    email: "noah.tremblay@example.com",
    phoneNumber: "403-555-0147",
    ...changes,
  };
}

/** A complete sell form as one url-encoded post (SPEC.md §7). */
export function sellCarFields(changes: Record<string, string> = {}): Record<string, string> {
  return {
    formname: "SellYourCar",
    year: "2019",
    make: "Honda",
    model: "Civic",
    city: "Moncton",
    province: "New Brunswick",
    bodyTrim: "Sport",
    style: "Sedan",
    exteriorColour: "Grey",
    interiorColour: "Black",
    transmission: "Manual",
    manufactureYear: "2018",
    totalRun: "88000",
    exteriorDamage: "no",
    interiorDamage: "no",
    accidentHistory: "no",
    smoked: "no",
    windshieldDamage: "yes",
    keyFobs: "1 Key Fob",
    tireReplacement: "Less than 2 Years Ago",
    brakes: "no",
    mechanicalIssues: "no",
    salvageStatus: "no",
    ownership: "Owned",
    sellOrTrade: "Sell",
    sellerEmail: "noah.tremblay@example.com",
    sellerPhone: "506-555-0147",
    termsAccepted: "yes",
    ...changes,
  };
}
