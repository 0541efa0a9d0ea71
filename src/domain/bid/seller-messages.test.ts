import { beforeAll, expect, test } from "vitest";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { move, storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { reviewListings, useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import {
  askForVerification,
  decideVerification,
} from "#domain/seller-verification/seller-verification.server.ts";

let staff: SignedInUser;

useSellerSite();
beforeAll(async () => {
  reviewListings(true);
  staff = await storePerson("Sam Staff", { role: "staff" });
});

/** Sends the waiting messages; returns the newest mail to a seller. */
async function newestMailTo(seller: SignedInUser) {
  await sendDueMessages();
  return (await listOutbox({ limit: 200 })).find(({ to }) => to === seller.email);
}

test("a seller hears that the listing is live, or what has to change, in their language", async () => {
  const seller = await storePerson("Camille Roy", { locale: "fr" });
  const id = await storeListing({ sellerId: seller.id, state: "in_review" });
  await move(staff, id, "send_back", { reason: "Il manque une photo." });
  const back = await newestMailTo(seller);
  expect([back?.to, back?.subject]).toEqual([seller.email, expect.stringContaining("à modifier")]);
  expect(back?.text).toContain("Il manque une photo.");
  expect(back?.text).toContain(`https://cars.example.ca/fr/account/listings/${id}`);
  await move(seller, id, "ask_for_review");
  await move(staff, id, "approve");
  expect((await newestMailTo(seller))?.subject).toContain("en ligne");
});

test.each([
  ["verified", "You’re a verified seller"],
  ["declined", "We couldn’t confirm who you are"],
] as const)("a seller hears of being %s", async (decision, subject) => {
  const seller = await storePerson(`Amara ${decision}`);
  await askForVerification(seller);
  await decideVerification(staff, seller.id, decision);
  const mail = await newestMailTo(seller);
  expect([mail?.to, mail?.subject]).toEqual([seller.email, expect.stringContaining(subject)]);
});

test("a seller's own move is no news to them", async () => {
  const seller = await storePerson("Quiet Seller");
  const id = await storeListing({ sellerId: seller.id });
  await move(seller, id, "pause");
  expect(await newestMailTo(seller)).toBeUndefined();
});
