import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { renderAdf } from "#domain/lead/adf/adf.ts";
import { textAt, withValidAdf } from "#domain/lead/adf/adf-schema.fixture.ts";
import { withdrawConsent } from "#domain/lead/consents.server.ts";
import { findLead } from "#domain/lead/lead-queries.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { loadLead } from "./lead-view.server.ts";

useSite();

let staff: SignedInUser;
let reference: string;

beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
  reference = await apply({ durationAtAddress: "5" });
});

async function apply(changed: Readonly<Record<string, string>>): Promise<string> {
  const fields = rawFields({
    ...CREDIT_APPLICANT,
    shareWithDealership: "yes",
    submissionId: randomUUID(),
    ...changed,
  });
  const visitor = readVisitor({ context: makeContext({}) });
  const sent = await receivePost(creditApplicationHandler, fields, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return sent.reference;
}

const load = async (query = "", locale: "en" | "fr" = "en", of = reference) => {
  const lead = await loadLead(of, locale, staff, new URLSearchParams(query));
  if (!lead?.creditFile) throw new Error("There is no file.");
  return lead.creditFile;
};

test("the parts stand in a lender's order, and every answer in one of them", async () => {
  const { sections } = await load();
  expect(sections.map(({ slug }) => slug)).toEqual([
    "applicant",
    "residence",
    "employment",
    "income",
    "obligations",
    "vehicle",
    "trade_in",
    "message",
    "send",
  ]);
  const [applicant] = sections;
  expect(applicant?.rows.map(({ name }) => name)).toEqual([
    "Name",
    "Date of birth",
    "Email",
    "Phone number",
    "Driver’s licence number",
    "Licence expiry date",
    "Social insurance number",
  ]);
  const sealed = sections.flatMap(({ rows }) => rows).filter(({ isSealed }) => isSealed);
  expect(sealed.map(({ value }) => value)).toEqual(["••••", "••••", "••••"]);
});

test("the ratios are those of the income, with the debts and the payment that are named", async () => {
  expect((await load("debts=0")).ratios?.rated).toMatchObject({
    gds: "26.9%",
    tds: "26.9%",
    pti: "0%",
  });
  expect((await load("debts=$270&payment=440", "fr")).ratios?.rated).toMatchObject({
    gds: "26,9\u00a0%",
    tds: "40\u00a0%",
    pti: "8,1\u00a0%",
    level: "comfortable",
  });
});

test.each(["", "debts=", "debts=a lot&payment=-3", "payment=440"])(
  "nothing is rated before the debts are known: %s",
  async (query) => {
    expect((await load(query)).ratios).toMatchObject({ debtsCad: 0, rated: null });
  },
);

test("an amount that is none counts as nothing", async () => {
  expect((await load("debts=0&payment=-3")).ratios).toMatchObject({ debtsCad: 0, paymentCad: 0 });
});

test("without the ability to see income, neither it nor a ratio leaves the server", async () => {
  const blind = { ...staff, abilities: { income: false } };
  const debts = new URLSearchParams("debts=270");
  const seen = JSON.stringify(await loadLead(reference, "en", staff, debts));
  const lead = await loadLead(reference, "en", blind, debts);
  const page = JSON.stringify(lead);
  const income = lead?.creditFile?.sections.find(({ slug }) => slug === "income");
  expect(
    income?.rows.every(
      ({ isWithheld, value }) => isWithheld && value === "•••• Not shown to your role",
    ),
  ).toBe(true);
  expect(lead?.creditFile).toMatchObject({ ratios: null });
  for (const amount of ["5,400", "26.9%"]) {
    expect([amount, seen.includes(amount)]).toEqual([amount, true]);
    expect([amount, page.includes(amount)]).toEqual([amount, false]);
  }
});

test("what is missing is said", async () => {
  expect((await load()).missing).toEqual([
    "Previous address: less than two years at this one",
    "No consent to a credit check: nobody may pull the credit file",
    "The phone number isn’t verified",
  ]);
});

test("a consent that was taken back is missing again: nobody pulls a credit file on it", async () => {
  const of = await apply({ creditCheck: "yes" });
  const missing = async () => (await load("", "en", of)).missing;
  expect(await missing()).toEqual(["The phone number isn’t verified"]);
  const lead = await loadLead(of, "en", staff);
  for (const { id } of lead?.consents ?? []) await withdrawConsent(id);
  expect(await missing()).toEqual([
    "No consent to a credit check: nobody may pull the credit file",
    expect.stringMatching(/^No consent to share/u),
    "The phone number isn’t verified",
  ]);
});

test("the dealership's ADF asks for finance and masks what is sealed", async () => {
  const found = await findLead(reference);
  const reading = { sender: "fr", reader: "en", further: [] } as const;
  const adf =
    found && (await creditApplicationHandler.adf?.(found.submission.answers, found.lead, reading));
  if (!adf) throw new Error("There is no ADF.");
  const business = { name: "Bow River Auto", email: "leads@example.com", phone: "+14035550100" };
  const xml = renderAdf({
    ...adf,
    language: "en",
    reference,
    requestedAt: new Date(),
    vendor: business,
    provider: { ...business, url: "https://example.com" },
  });
  withValidAdf(xml, (root) => {
    expect(textAt(root, "//vehicle[1]/finance/method")).toBe("finance");
    // 20 % of $5,400; the rent leaves more than that.
    expect(textAt(root, "//vehicle[1]/finance/amount")).toBe("1080");
  });
  expect(xml).toContain("sealed");
  expect(xml).not.toMatch(/193|142607|1987/);
});
