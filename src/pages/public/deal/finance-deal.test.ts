import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { storeBidPeople } from "#domain/bid/bid.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { findDeal } from "#domain/deal/deal-queries.server.ts";
import type { Deal } from "#domain/deal/deal.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storeDeal } from "#domain/sale/deal.fixture.ts";
import { endDeal } from "#domain/sale/end-deal.server.ts";
import { storeVerifiedPhone } from "#domain/phone-verification/phone-verification.fixture.ts";
import { APPLICANT } from "#domain/pre-approval/pre-approval-answers.fixture.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { validPost } from "#forms/form-cases.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { openCreditApplication } from "#pages/public/credit-application/credit-application.server.ts";
import { preApprovalWizard } from "#pages/public/pre-approval/pre-approval-wizard.server.ts";
import { openSentPreApproval } from "#pages/public/pre-approval/pre-approval-sent.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext, newAddress } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";

const IN_ENGLISH = { sender: "en", reader: "en", further: [] } as const;

let people: Awaited<ReturnType<typeof storeBidPeople>>;
let deal: Deal;

useSite();
beforeAll(async () => {
  people = await storeBidPeople();
  const made = await findDeal(await storeDeal(people.seller, people.buyer));
  if (!made) throw new Error("No deal began.");
  deal = made;
});

/** The result of a form about the deal's car, whatever price it posts. */
async function send(
  handler: typeof preApprovalHandler,
  user: SignedInUser,
  input: Record<string, string>,
) {
  const listing = deal.listingId ?? "";
  const visitorHash = randomUUID();
  await storeVerifiedPhone(visitorHash, "+14035550147");
  const context = makeContext({ user, visitorHash, ipAddress: newAddress() });
  const fields = rawFields({ ...input, listing, agreedPrice: "1" });
  const sent = await receivePost(handler, fields, readVisitor({ context }));
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const [row] = await db()
    .select()
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(eq(submissionTable.reference, sent.reference));
  if (!row) throw new Error("Nothing is stored.");
  const { answers } = row.submission;
  const readAdf = async () => handler.adf?.(answers, row.lead, IN_ENGLISH);
  const adf = await readAdf();
  return { answers, price: adf?.vehicle.price, adf, readAdf, reference: sent.reference, context };
}

const applyForCredit = (user: SignedInUser) =>
  send(creditApplicationHandler, user, {
    submissionId: randomUUID(),
    ...validPost(creditApplicationForm, now()),
  });

/** Sends a pre-approval; returns it with the car as its page then shows it. */
async function askForPreApproval(user: SignedInUser) {
  const sent = await send(preApprovalHandler, user, APPLICANT);
  const { reference, context } = sent;
  const request = new Request(`http://site.test/pre-approval/sent/${reference}`);
  const { own } = await openSentPreApproval({ request, context, params: { reference } });
  return { ...sent, car: own?.car, creditPath: own?.creditPath };
}

/** The car as the two forms show it to this user. */
async function seeCars(user: SignedInUser) {
  const context = makeContext({ user, visitorHash: randomUUID() });
  const request = new Request(`http://site.test/creditform?listing=${deal.listingId}`);
  const { data: credit } = await openCreditApplication({ request, context });
  const own = await preApprovalWizard.findExtras({
    answers: { listing: deal.listingId ?? "" },
    draftId: "",
    slug: "vehicle-type",
    visitor: readVisitor({ context }),
  });
  return {
    credit: credit.at === "form" ? credit.car : null,
    preApproval: own.car && { priceCad: own.car.listing.priceCad, isForSale: own.car.isForSale },
  };
}

test("sold, it is still the car that its buyer pays for; to whoever else asked for it, it is gone", async () => {
  const ofDeal = eq(listingTable.id, deal.listingId ?? "");
  for (const apply of [applyForCredit, askForPreApproval]) {
    const [bought, others] = [await apply(people.buyer), await apply(people.other)];
    await db().update(listingTable).set({ state: "sold" }).where(ofDeal);
    const words = async ({ readAdf }: typeof bought) => (await readAdf())?.customer.comments;
    expect(await words(bought)).not.toContain("no longer for sale");
    expect(await words(others)).toContain("no longer for sale");
    await db().update(listingTable).set({ state: "live" }).where(ofDeal);
  }
});

test("the price agreed on goes with the buyer of the deal into both forms, and with nobody else", async () => {
  expect(await seeCars(people.buyer)).toMatchObject({
    credit: { priceCad: 13_800, isAgreed: true },
    preApproval: { priceCad: 13_800, isForSale: true },
  });
  expect(await seeCars(people.other)).toMatchObject({
    credit: { priceCad: 29_990, isAgreed: false },
    preApproval: { priceCad: 29_990 },
  });
  for (const apply of [applyForCredit, askForPreApproval]) {
    const bought = await apply(people.buyer);
    expect(bought.answers).toMatchObject({ agreedPrice: 13_800 });
    expect(bought.price).toEqual({ type: "offer", amountCad: 13_800 });
    expect(bought.adf?.customer.comments).toContain("Price agreed: $13,800");
    expect(bought.adf?.customer.comments).not.toContain("no longer for sale");
    const others = await apply(people.other);
    expect(others.answers).not.toHaveProperty("agreedPrice");
    expect(others.price).toEqual({ type: "asking", amountCad: 29_990 });
  }
  const [mine, theirs] = [
    await askForPreApproval(people.buyer),
    await askForPreApproval(people.other),
  ];
  expect(mine.car).toMatchObject({ isForSale: true, listing: { priceCad: 13_800 } });
  expect(mine.creditPath).toBe(`/creditform?listing=${deal.listingId}`);
  expect(theirs.car?.listing.priceCad).toBe(29_990);
  await endDeal(
    { dealId: deal.id, side: "buyer", userId: people.buyer.id },
    { move: "call_off", why: { reason: "other", note: "" } },
  );
  for (const apply of [applyForCredit, askForPreApproval])
    expect((await apply(people.buyer)).answers).not.toHaveProperty("agreedPrice");
});
