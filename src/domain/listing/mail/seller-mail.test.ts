import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { isUuid } from "#values/uuid.ts";
import { reviewListings, startSellerRoom } from "#pages/account/my-listings/seller.fixture.ts";
import {
  askForVerification,
  decideVerification,
} from "#domain/seller-verification/verification.server.ts";
import { SELLER_MAIL_QUEUE, type SellerMail, sendSellerMail } from "./seller-mail.server.ts";

let close: () => Promise<void>;
let staff: SignedInUser;

beforeAll(async () => {
  close = await startSellerRoom();
  reviewListings(true);
  staff = await storePerson("Sam Staff", { role: "staff" });
});
afterAll(() => close());

/** Sends the newest mail that the queue holds, and answers it. */
async function newestMail() {
  const { rows } = await db().execute<{ data: SellerMail }>(
    sql`select data from pgboss.job where name = ${SELLER_MAIL_QUEUE} order by created_on desc limit 1`,
  );
  const [job] = rows;
  if (!job) return null;
  // What every try is sent under, so that a receiver can drop the second copy.
  expect(isUuid(job.data.id)).toBe(true);
  expect(await sendSellerMail(job.data, "https://cars.example.ca")).toBe("sent");
  return (await listOutbox({ limit: 1 }))[0];
}

test("a seller hears that the listing is live, or what has to change, in their language", async () => {
  const seller = await storePerson("Camille Roy", { locale: "fr" });
  const id = await storeListing({ sellerId: seller.id, state: "in_review" });
  await move(staff, id, "send_back", { reason: "Il manque une photo." });
  const back = await newestMail();
  expect([back?.to, back?.subject]).toEqual([seller.email, expect.stringContaining("à modifier")]);
  expect(back?.text).toContain("Il manque une photo.");
  expect(back?.text).toContain(`https://cars.example.ca/fr/account/listings/${id}`);
  await move(seller, id, "ask_for_review");
  await move(staff, id, "approve");
  expect((await newestMail())?.subject).toContain("en ligne");
});

test.each([
  ["verified", "You are a verified seller"],
  ["declined", "We could not verify you"],
] as const)("a seller hears of being %s", async (decision, subject) => {
  const seller = await storePerson(`Amara ${decision}`);
  await askForVerification(seller);
  await decideVerification(staff, seller.id, decision);
  const mail = await newestMail();
  expect([mail?.to, mail?.subject]).toEqual([seller.email, expect.stringContaining(subject)]);
});

test("a seller's own move is no news to them", async () => {
  const seller = await storePerson("Quiet Seller");
  const before = await newestMail();
  const id = await storeListing({ sellerId: seller.id });
  await move(seller, id, "pause");
  expect((await newestMail())?.to).toBe(before?.to);
});
