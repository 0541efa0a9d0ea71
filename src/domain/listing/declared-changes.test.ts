import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import type { Declared } from "#domain/declaration/declaration.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { GOOD_FIELDS, useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import { createOwnListing, updateListing } from "#domain/sale/write-own-listing.server.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import {
  decideDeclaredChange,
  findAnsweredFacts,
  listDeclaredChanges,
  listWaitingChanges,
} from "./declared-changes.server.ts";
import { move, storeListing, storePerson } from "./listing.fixture.ts";
import { listingTable } from "./listing.table.ts";

let seller: SignedInUser;
let other: SignedInUser;
let staff: SignedInUser;

useSellerSite();
beforeAll(async () => {
  seller = await storePerson("Camille Roy");
  other = await storePerson("Amara Okafor");
  staff = await storePerson("Sam Staff", { role: "staff" });
});

async function row(id: string) {
  const [listing] = await db().select().from(listingTable).where(eq(listingTable.id, id));
  return listing!;
}

const edit = (id: string, facts: Partial<Declared>, by = seller) =>
  updateListing(by, id, { ...GOOD_FIELDS, ...facts });

async function findWaiting(listingId: string) {
  return (await listWaitingChanges(100)).filter((each) => each.listingId === listingId);
}

/** The brand that the listing shows, and the brand that its seller answered. */
async function readBrands(id: string) {
  const listing = await row(id);
  return [listing.brand, (await findAnsweredFacts(listing)).brand];
}

test("a salvage car stays one until staff confirm another answer, who tell its seller", async () => {
  const id = await storeListing({ sellerId: seller.id, brand: "salvage", lien: "yes" });
  expect(await edit(id, { brand: "clean", lien: "yes", owners: 2 })).toMatchObject({ ok: true });
  expect(await row(id)).toMatchObject({ brand: "salvage", lien: "yes", owners: 2 });
  expect(await readBrands(id)).toEqual(["salvage", "clean"]);
  // The same answer again is no second correction; another price does not withdraw it.
  await edit(id, { brand: "clean", lien: "yes", owners: 2 });
  const [waiting, ...more] = await findWaiting(id);
  expect(more).toEqual([]);
  expect(waiting).toMatchObject({ fact: "brand", earlier: "salvage", answer: "clean" });
  const changeId = waiting!.id;
  expect(await decideDeclaredChange(seller, changeId, "confirmed")).toMatchObject({ ok: false });
  expect(await decideDeclaredChange(staff, changeId, "confirmed")).toEqual({ ok: true });
  expect(await decideDeclaredChange(staff, changeId, "declined")).toMatchObject({
    code: "already_decided",
  });
  expect(await readBrands(id)).toEqual(["clean", "clean"]);
  expect(await listDeclaredChanges(id)).toEqual([
    expect.objectContaining({
      fact: "brand",
      earlier: "salvage",
      state: "confirmed",
      at: expect.any(String),
    }),
  ]);
  await sendDueMessages();
  const mails = (await listOutbox({ limit: 50 })).filter(({ to }) => to === seller.email);
  expect(mails.at(0)?.text).toContain("Salvage");
  expect(mails.at(0)?.text).toContain(
    "Title (correction asked for): “Clean” → our team confirmed it",
  );
});

test("a correction that staff decline leaves the earlier answer; one taken back goes unseen", async () => {
  const id = await storeListing({
    sellerId: seller.id,
    accidents: "some",
    accidentAmountCad: 9_000,
  });
  await edit(id, { accidents: "none" });
  const [waiting] = await findWaiting(id);
  await decideDeclaredChange(staff, waiting!.id, "declined");
  expect(await row(id)).toMatchObject({ accidents: "some", accidentAmountCad: 9_000 });
  expect(await findWaiting(id)).toEqual([]);
  await sendDueMessages();
  const [mail] = (await listOutbox({ limit: 1 })).filter(({ to }) => to === seller.email);
  expect(mail?.text).toContain(
    "Accidents (correction asked for): “None that I know of” → our team kept “Yes”",
  );

  await edit(id, { accidents: "some", accidentAmountCad: 100 });
  expect(await findWaiting(id)).toHaveLength(1);
  await edit(id, { accidents: "some", accidentAmountCad: 9_000 });
  expect(await findWaiting(id)).toEqual([]);
  expect((await listDeclaredChanges(id)).map(({ state }) => state)).toEqual(["declined"]);
});

test("a second listing of the car, by its VIN, says what the first one said", async () => {
  const vin = "2HGFE4F86SH011469";
  const first = await storeListing({ sellerId: seller.id, vin, brand: "rebuilt", state: "live" });
  expect(await move(seller, first, "remove")).toEqual({ ok: true });
  const second = await createOwnListing(seller, { ...GOOD_FIELDS, vin, brand: "clean" }, null);
  if (!second.ok) throw new Error(second.code);
  expect(await readBrands(second.id)).toEqual(["rebuilt", "clean"]);
  const another = await createOwnListing(other, { ...GOOD_FIELDS, vin, brand: "clean" }, null);
  if (!another.ok) throw new Error(another.code);
  expect(await readBrands(another.id)).toEqual(["clean", "clean"]);
});

test("what staff write themselves is said at once, with the earlier answer kept", async () => {
  const id = await storeListing({ sellerId: seller.id, brand: "clean" });
  expect(await edit(id, { brand: "rebuilt" }, staff)).toMatchObject({ ok: true });
  expect(await row(id)).toMatchObject({ brand: "rebuilt" });
  expect(await listDeclaredChanges(id)).toMatchObject([{ earlier: "clean", state: "applied" }]);
});
