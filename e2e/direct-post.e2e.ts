import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { today } from "#platform/clock/clock.server.ts";
import { daysAfter, isRealDate } from "#values/calendar-date.ts";
import { provinceTimeZone } from "#values/province.ts";
import { journey } from "./journey.fixture.ts";
import {
  preApprovalFields,
  type Program,
  programFor,
  sellCarFields,
  verifyPhone,
} from "./program.fixture.ts";

const visit = journey();
/** The program that verified the number of `preApprovalFields`. */
let program: Program;

beforeAll(async () => {
  program = programFor(visit.site.origin);
  await verifyPhone(program, visit.site.origin, "+14035550147");
});

const post = (fields: Record<string, string>) => program.post("/forms/pre-approval", fields);

/** Today's date in Calgary, the location of the vehicle in `preApprovalFields`. */
const todayThere = () => today(provinceTimeZone("AB"));

/**
 * A date of birth on which a person reaches this age in that number of days, or on the first
 * possible later day.
 */
function bornYearsAgo(years: number, daysLater = 0): string {
  const birthday = daysAfter(todayThere(), daysLater);
  const year = Number(birthday.slice(0, 4)) - years;
  const isLeapDay = birthday.endsWith("-02-29") && !isRealDate(year, 2, 29);
  return `${year}-${isLeapDay ? (daysLater > 0 ? "03-01" : "02-28") : birthday.slice(5)}`;
}

describe("a good post", () => {
  test("is answered with success and a reference", async () => {
    const { status, body } = await post(preApprovalFields());
    expect(status).toBe(200);
    expect(body).toEqual({
      result: "success",
      reference: expect.stringMatching(/^[A-HJ-NPR-Y2-9]{8}$/),
    });
  });

  test("may spell options as people read them, in either language", async () => {
    const words = preApprovalFields({
      carType: "SUVs",
      budget: "$500 - 600 / Month",
      citizenship: "Résidence permanente",
    });
    expect((await post(words)).status).toBe(200);
  });

  test("fifty times at once is one submission", async () => {
    const fields = preApprovalFields({ submissionId: randomUUID() });
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(fields)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body["reference"])).size).toBe(1);
  });

  test("fifty times at once without an id is one submission too", async () => {
    const fields = preApprovalFields({ companyName: "Repeated Works" });
    const responses = await Promise.all(Array.from({ length: 50 }, () => post(fields)));
    expect(new Set(responses.map(({ body }) => body["reference"])).size).toBe(1);
  });
});

const CONDITIONAL = { rentAmount: "homeStatus is rent" };

describe("each required field left blank", () => {
  test.each(Object.keys(preApprovalFields()))("%s", async (name) => {
    const { status, body } = await post(preApprovalFields({ [name]: "" }));
    expect(status).toBe(422);
    expect(body["result"]).toBe("error");
    const problems = body["problems"] as { field: string; message: string }[];
    expect(problems.map(({ field }) => field)).toContain(name);
    expect(problems[0]?.message).toMatch(/^[A-Z].{8,}/);
    expect(problems[0]?.message).not.toMatch(/invalid|oops|required/i);
  });

  test("but what is not asked may be blank", async () => {
    expect(Object.keys(CONDITIONAL)).toEqual(["rentAmount"]);
    const own = preApprovalFields({ homeStatus: "own", rentAmount: "" });
    expect((await post(own)).status).toBe(200);
  });

  test("all of them together are all reported", async () => {
    const { body } = await post({});
    const fields = (body["problems"] as { field: string }[]).map(({ field }) => field);
    const required = Object.keys(preApprovalFields()).filter((name) => !(name in CONDITIONAL));
    expect(fields).toEqual(expect.arrayContaining(required));
  });
});

const hostile = `"><script>alert(1)</script>' OR 1=1 -- \${7*7} {{7*7}} ../../etc`;

test.each<[string, Record<string, string>, number]>([
  ["18 years old today", { dateOfBirth: bornYearsAgo(18) }, 200],
  ["18 tomorrow", { dateOfBirth: bornYearsAgo(18, 1) }, 422],
  ["17 years old", { dateOfBirth: bornYearsAgo(17) }, 422],
  ["born tomorrow", { dateOfBirth: bornYearsAgo(0, 1) }, 422],
  ["born on 30 February", { dateOfBirth: "1990-02-30" }, 422],
  ["an income of 0", { annualIncome: "0" }, 200],
  ["an income of -1", { annualIncome: "-1" }, 422],
  ["an income in words", { annualIncome: "plenty" }, 422],
  ["an income as people write it", { annualIncome: "$64,000" }, 200],
  ["12 months", { incomeMonths: "12" }, 422],
  ["half a year", { incomeYears: "0.5" }, 422],
  ["hostile text in a name of a company", { companyName: hostile }, 200],
  ["10,000 characters", { companyName: "x".repeat(10_000) }, 422],
  ["100,000 characters", { companyName: "x".repeat(100_000) }, 422],
  ["a NUL", { companyName: "Prairie\u0000Steel" }, 422],
  ["an option that is not offered", { carType: "spaceship" }, 422],
  ["a place outside the provinces", { vehicleLocation: "Whitehorse, Yukon" }, 422],
  ["a place nobody knows", { vehicleLocation: "Atlantis" }, 422],
  ["an address that is none", { email: "noah@" }, 422],
  ["a number of another country", { phoneNumber: "+1 212 555 0123" }, 422],
])("%s", async (_name, changes, expected) => {
  const { status, body } = await post(preApprovalFields(changes));
  expect([status, body["result"]]).toEqual([expected, expected === 200 ? "success" : "error"]);
});

test("a phone that was not verified is refused in SPEC.md's words", async () => {
  const { status, body } = await post(preApprovalFields({ phoneNumber: "403-555-0999" }));
  expect(status).toBe(422);
  expect(body["message"]).toBe("Please verify your phone number before submitting.");
});

test("another program may not use this one's verified number", async () => {
  const stranger = programFor(visit.site.origin);
  const { status } = await stranger.post(
    "/forms/pre-approval",
    preApprovalFields({ jobTitle: "Baker" }),
  );
  expect(status).toBe(422);
});

test("the French address answers in French", async () => {
  const { body } = await program.post(
    "/fr/forms/pre-approval",
    preApprovalFields({ firstName: "" }),
  );
  expect(body["message"]).toMatch(/prénom/);
});

test("a post that a browser sends from another site is refused", async () => {
  const response = await fetch(new URL("/forms/pre-approval", visit.site.origin), {
    method: "POST",
    headers: { origin: "https://evil.example", accept: "application/json" },
    body: new URLSearchParams(preApprovalFields()),
  });
  expect(response.status).toBe(403);
});

test.each([
  ["a body that is no form", { "content-type": "application/json" }, "{}", 415],
  ["a form that does not exist", { "content-type": "application/x-www-form-urlencoded" }, "", 404],
])("%s", async (name, headers, body, expected) => {
  const path = name.includes("exist") ? "/forms/nothing" : "/forms/pre-approval";
  const response = await fetch(new URL(path, visit.site.origin), {
    method: "POST",
    headers: { ...headers, accept: "application/json" },
    body,
  });
  expect(response.status).toBe(expected);
});

describe("a car to sell, posted as a whole", () => {
  const sell = (fields: Record<string, string>) => program.post("/forms/sell-car", fields);

  test("is answered with success once it is stored, with words or codes", async () => {
    const words = await sell(sellCarFields());
    const codes = await sell(
      sellCarFields({ keyFobs: "one", ownership: "owned", tireReplacement: "under_2_years" }),
    );
    expect([words.status, words.body]).toEqual([200, codes.body]);
    expect(words.body).toMatchObject({ result: "success" });
  });

  test.each(Object.keys(sellCarFields()).filter((name) => name !== "formname"))(
    "without %s it is refused in words",
    async (name) => {
      const { status, body } = await sell(sellCarFields({ [name]: "" }));
      const problems = body["problems"] as { field: string; message: string }[];
      expect([status, body["result"]]).toEqual([422, "error"]);
      // Without a make there is no list of models, so any model name is accepted.
      expect(problems.map(({ field }) => field)).toEqual([name]);
      expect(problems[0]?.message).toMatch(/^(Enter|Select|Accept) .{5,}/u);
    },
  );

  test.each<[string, Record<string, string>, number]>([
    ["built in 1925", { manufactureYear: "1925" }, 200],
    ["built in 1924", { manufactureYear: "1924" }, 422],
    ["1 km", { totalRun: "1" }, 200],
    ["0 km", { totalRun: "0" }, 422],
    ["half a kilometre", { totalRun: "0.5" }, 422],
    ["in the Yukon", { province: "Yukon" }, 422],
    ["a colour that is not offered", { exteriorColour: "plaid" }, 422],
    ["a make that nobody lists", { make: "Bricklin", model: "SV-1" }, 200],
    ["hostile words for a town", { city: hostile }, 200],
    ["a VIN of 16 characters", { vin: "1HGCM82633A00435" }, 422],
    ["a VIN with a wrong check digit", { vin: "1HGCM82633A004353" }, 200],
    ["terms that were not accepted", { termsAccepted: "no" }, 422],
  ])("%s", async (_name, changes, expected) => {
    const { status, body } = await sell(sellCarFields(changes));
    expect([status, body["result"]]).toEqual([expected, expected === 200 ? "success" : "error"]);
  });
});

test("what is sealed is in no line of the log", () => {
  expect(visit.site.output()).not.toMatch(/\b1987\b/);
});
