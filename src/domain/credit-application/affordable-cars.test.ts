import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { storePreApproval } from "#domain/pre-approval/stored-pre-approval.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { findAffordableCars } from "./affordable-cars.server.ts";
import { CREDIT_APPLICANT } from "./credit-applicant.fixture.ts";
import { creditApplicationHandler } from "./credit-application-handler.server.ts";

useSite();

let seller: SignedInUser;
beforeAll(async () => {
  seller = await storePerson("Jordan Seller", { role: "seller" });
  const alberta = { sellerId: seller.id, provinceCode: "AB", city: "Calgary" } as const;
  await storeListing({ ...alberta, priceCad: 9_000 });
  await storeListing({ ...alberta, priceCad: 15_000 });
  await storeListing({ ...alberta, priceCad: 250_000 });
});

async function apply(changed: Record<string, string> = {}) {
  const visitorHash = randomUUID();
  const fields = rawFields({ ...CREDIT_APPLICANT, ...changed, submissionId: randomUUID() });
  const visitor = readVisitor({ context: makeContext({ visitorHash }) });
  const sent = await receivePost(creditApplicationHandler, fields, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return { visitorHash, reference: sent.reference };
}

test("the sender sees what the income carries, with real cars within it, dearest first", async () => {
  const { visitorHash, reference } = await apply();
  const found = await findAffordableCars(reference, { visitorHash, user: null });
  if (!found?.affordability.ok) throw new Error("Nothing was found.");
  const { most, comfortable, creditBand } = found.affordability;
  expect(creditBand).toBe("none");
  // 15 % of $5,400 is $810, beside $1,450 of rent; 20 % is $1,080.
  expect(comfortable?.quote.paymentCad).toBeCloseTo(710, 0);
  expect(most.quote.paymentCad).toBeCloseTo(1_080, 0);
  expect(found.cars?.count).toBe(2);
  expect(found.cars?.best.map(({ priceCad }) => priceCad)).toEqual([15_000, 9_000]);
});

test("the rate is that of the credit band that their pre-approval named", async () => {
  const { visitorHash, reference } = await apply();
  await storePreApproval({ visitorHash }, { creditRating: "fair" });
  const found = await findAffordableCars(reference, { visitorHash, user: null });
  // reference/domain.md §5.
  expect(found?.affordability).toMatchObject({ ok: true, creditBand: "fair", ratePercent: 14.5 });
});

test("nobody else does, with the reference or without", async () => {
  const { visitorHash, reference } = await apply();
  expect(await findAffordableCars(reference, { visitorHash: "other", user: null })).toBeNull();
  expect(await findAffordableCars(reference, { visitorHash: "other", user: seller })).toBeNull();
  expect(await findAffordableCars("NOSUCH22", { visitorHash, user: null })).toBeNull();
});

test("in Quebec there is no payment, no rate and no list", async () => {
  const { visitorHash, reference } = await apply({
    province: "QC",
    postalCode: "H2X 1Y4",
    city: "Montréal",
  });
  expect(await findAffordableCars(reference, { visitorHash, user: null })).toEqual({
    provinceCode: "QC",
    affordability: { ok: false, code: "none_in_quebec" },
    cars: null,
  });
});
