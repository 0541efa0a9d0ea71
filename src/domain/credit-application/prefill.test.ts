import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import type { PreApprovalAnswers } from "#domain/pre-approval/pre-approval.form.ts";
import { storePreApproval } from "#domain/pre-approval/stored-pre-approval.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { prefillCreditApplication } from "./prefill.server.ts";

useSite();

const EARLIER: PreApprovalAnswers = {
  firstName: "Chloe",
  lastName: "Gagnon",
  email: "chloe.then@example.com",
  vehicleLocation: { text: "Calgary, AB", city: "Calgary", province: "AB" },
  yearsAtAddress: 1,
  monthsAtAddress: 6,
  homeStatus: "rent",
  rentAmount: 1_450,
  employmentStatus: "self_employed",
  companyName: "Prairie Steel",
  jobTitle: "Welder",
  monthlyIncome: 5_400,
  incomeYears: 3,
  tradeIn: "unsure",
};

test("what a pre-approval said is filled in, and marked as said there", async () => {
  const visitorHash = randomUUID();
  const submittedAt = new Date("2026-01-05");
  await storePreApproval({ visitorHash, submittedAt }, { ...EARLIER, jobTitle: "Cook" });
  await storePreApproval({ visitorHash }, EARLIER);
  const { answers, sources } = await prefillCreditApplication({ visitorHash, user: null });
  expect(answers).toEqual({
    firstName: "Chloe",
    lastName: "Gagnon",
    email: "chloe.then@example.com",
    city: "Calgary",
    province: "AB",
    residenceStatus: "rent",
    mortgageRentAmount: 1_450,
    durationAtAddress: 18,
    selfEmployed: "yes",
    employerName: "Prairie Steel",
    jobTitle: "Welder",
    grossIncome: 5_400,
    incomeFrequency: "monthly",
    employmentLength: 36,
    tradeIn: "unsure",
  });
  expect(new Set(Object.values(sources))).toEqual(new Set(["pre_approval"]));
  expect(Object.keys(sources).toSorted()).toEqual(Object.keys(answers).toSorted());
});

test.each([
  ["retired", "neither"],
  ["student", "neither"],
  ["employed", "no"],
  ["other", undefined],
] as const)("who said to be %s is asked for an employer accordingly", async (status, expected) => {
  const visitorHash = randomUUID();
  await storePreApproval({ visitorHash }, { ...EARLIER, employmentStatus: status });
  const { answers } = await prefillCreditApplication({ visitorHash, user: null });
  expect(answers.selfEmployed).toBe(expected);
});

test("the account counts before it, answer by answer", async () => {
  const { id, name, email } = await storePerson("Chloé Gagnon-Roy");
  const user = { id, name, email, phone: null };
  await storePreApproval({ visitorHash: randomUUID(), userId: id }, EARLIER);
  // In another browser than the one that sent the pre-approval.
  const found = await prefillCreditApplication({ visitorHash: randomUUID(), user });
  expect(found.answers).toMatchObject({ firstName: "Chloé", email, jobTitle: "Welder" });
  expect(found.sources).toMatchObject({ firstName: "account", jobTitle: "pre_approval" });
});

test.each<[string, () => Promise<string>]>([
  ["another browser's", async () => randomUUID()],
  [
    "one that an account sent, for who is not signed in",
    async () => {
      const visitorHash = randomUUID();
      const { id: userId } = await storePerson(`Somebody ${visitorHash}`);
      await storePreApproval({ visitorHash, userId }, EARLIER);
      return visitorHash;
    },
  ],
])("nothing is filled in from %s", async (_whose, prepare) => {
  const visitorHash = await prepare();
  await storePreApproval({ visitorHash: randomUUID() }, EARLIER);
  const found = await prefillCreditApplication({ visitorHash, user: null });
  expect(found).toEqual({ answers: {}, sources: {} });
});
