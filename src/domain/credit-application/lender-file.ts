import type { ConsentPurpose } from "#domain/lead/consent.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { type DebtService, debtService } from "#values/debt-service.ts";
import { type CreditApplicationAnswers, SETTLED_MONTHS } from "./credit-application.form.ts";
import { computeMonthlyIncome, type MonthlyIncome } from "./monthly-income.ts";

/** The parts of an application, in the order in which lenders ask for them. */
export const FILE_SECTIONS = [
  "applicant",
  "residence",
  "employment",
  "income",
  "obligations",
  "vehicle",
  "trade_in",
  "co_applicant",
] as const;
export type FileSection = (typeof FILE_SECTIONS)[number];

/**
 * The part that each question belongs to; a question that is not listed here gets a part of its
 * own.
 */
const SECTION_OF = new Map<string, FileSection>(
  Object.entries({
    applicant: [
      "firstName",
      "lastName",
      "dateOfBirth",
      "sinNumber",
      "licenseNumber",
      "licenseExpiryDate",
      "email",
      "phone",
    ],
    residence: [
      "streetAddress",
      "city",
      "province",
      "postalCode",
      "homeAddress",
      "residenceStatus",
      "durationAtAddress",
      "previousAddress",
    ],
    employment: [
      "selfEmployed",
      "employerName",
      "jobTitle",
      "employerAddress",
      "employerCity",
      "employerProvince",
      "employerPostalCode",
      "workPhone",
      "employmentLength",
      "previousEmployer",
    ],
    income: [
      "grossIncome",
      "incomeFrequency",
      "otherIncomeSource",
      "otherAnnualIncome",
      "otherMonthlyIncome",
    ],
    obligations: ["mortgageRentAmount"],
    vehicle: ["listing", "listingName", "agreedPrice"],
    // The trade-in: SPEC.md §3 asks for no VIN of the car to be bought.
    trade_in: ["tradeIn", "tradeInDetails", "vin", "odometer", "colour", "vehicleTitle"],
    co_applicant: [
      "coApplicantFirstName",
      "coApplicantLastName",
      "coApplicantDateOfBirth",
      "coApplicantEmail",
      "coApplicantPhone",
      "coApplicantOf",
    ],
  } satisfies Partial<Record<FileSection, readonly string[]>>).flatMap(([section, names]) =>
    names.map((name) => [name, section as FileSection] as const),
  ),
);

export function findFileSection(question: string): FileSection | null {
  return SECTION_OF.get(question) ?? null;
}

const MISSING_THINGS = [
  "previous_address",
  "previous_employer",
  "licence_expired",
  "licence_expires_soon",
  "other_income_disagrees",
  "income",
  "credit_check_consent",
  "share_consent",
  "phone_not_verified",
  "sealed_answers_gone",
] as const;
export type MissingThing = (typeof MISSING_THINGS)[number];

/** A lender wants a licence that does not expire during the paperwork. */
const LICENCE_SOON_DAYS = 60;

/** What a lender will ask for or about before it reads further. */
export function findMissing(
  answers: CreditApplicationAnswers,
  facts: {
    /** Consents that are in force. */
    consents: readonly ConsentPurpose[];
    isPhoneVerified: boolean;
    hasSealedAnswers: boolean;
    /** YYYY-MM-DD */
    today: string;
  },
): MissingThing[] {
  const { durationAtAddress, employmentLength, licenseExpiryDate: expiry } = answers;
  const income = computeMonthlyIncome(answers);
  const isShort = (months: number | undefined) => months !== undefined && months < SETTLED_MONTHS;
  const isMissing: Record<MissingThing, boolean> = {
    previous_address: isShort(durationAtAddress) && !answers.previousAddress,
    previous_employer: isShort(employmentLength) && !answers.previousEmployer,
    licence_expired: expiry !== undefined && expiry < facts.today,
    licence_expires_soon:
      expiry !== undefined &&
      expiry >= facts.today &&
      expiry < daysAfter(facts.today, LICENCE_SOON_DAYS),
    other_income_disagrees: income?.otherDisagrees ?? false,
    income: !income || income.totalCad === 0,
    credit_check_consent: !facts.consents.includes("credit_check"),
    share_consent: !facts.consents.includes("share_with_dealership"),
    phone_not_verified: !facts.isPhoneVerified,
    sealed_answers_gone: !facts.hasSealedAnswers,
  };
  return MISSING_THINGS.filter((thing) => isMissing[thing]);
}

type LenderRatios = {
  income: MonthlyIncome;
  housingCad: number;
  debtsCad: number;
  paymentCad: number;
  /** Gross debt service: housing divided by income. */
  gds: number;
  /**
   * Total debt service and the payment divided by income, with the level in which lenders place
   * both.
   */
  tds: DebtService;
};

/**
 * Debt service as lenders compute it (reference/domain.md §5), on income before taxes. The form
 * asks for no debts: the caller passes those of the credit file, and the payment.
 */
export function computeRatios(
  answers: CreditApplicationAnswers,
  { debtsCad, paymentCad }: { debtsCad: number; paymentCad: number },
): LenderRatios | null {
  const income = computeMonthlyIncome(answers);
  const housingCad = answers.mortgageRentAmount ?? 0;
  const tds = debtService({
    grossIncomeCad: income?.totalCad ?? 0,
    housingCad,
    debtsCad,
    newPaymentCad: paymentCad,
  });
  if (!income || !tds.ok) return null;
  return { income, housingCad, debtsCad, paymentCad, gds: housingCad / income.totalCad, tds };
}
