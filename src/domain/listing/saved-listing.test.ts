import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { storeListing, storePerson } from "./listing.fixture.ts";
import {
  findSaved,
  listSavedListingIds,
  listSavedListings,
  saveListing,
  unsaveListing,
} from "./saved-listing.server.ts";
import { useSite } from "#server/site.fixture.ts";

let buyer: SignedInUser;
let other: SignedInUser;
let listing: string;

useSite();
beforeAll(async () => {
  buyer = await storePerson("Camille Roy");
  other = await storePerson("Amara Okafor");
  listing = await storeListing({ sellerId: other.id });
});

test("saved twenty times at once, it is saved once, and for one person", async () => {
  const saved = await Promise.all(Array.from({ length: 20 }, () => saveListing(buyer.id, listing)));
  expect(new Set(saved.map((each) => each.ok && each.id)).size).toBe(1);
  expect(saved[0]).toMatchObject({ ok: true });
  expect(await listSavedListingIds(buyer.id)).toEqual([listing]);
  expect(await findSaved(other.id, listing)).toBeNull();
});

test("removed by its own person only, and the second time there is nothing left to remove", async () => {
  expect(await unsaveListing(other.id, listing)).toBe(0);
  expect(await unsaveListing(buyer.id, listing)).toBe(1);
  expect(await unsaveListing(buyer.id, listing)).toBe(0);
});

test("beyond 300 in an hour nothing is saved, of the same moment or later", async () => {
  const eager = await storePerson("Very Eager");
  const cars = await Promise.all([1, 2].map(() => storeListing({ sellerId: other.id })));
  const one = () => saveListing(eager.id, cars[0] ?? "");
  const all = await Promise.all(Array.from({ length: 300 }, one));
  expect(all.every(({ ok }) => ok)).toBe(true);
  const refused = await Promise.all(cars.map((car) => saveListing(eager.id, car)));
  for (const each of refused) expect(each).toMatchObject({ ok: false, code: "too_many_saves" });
  expect(await listSavedListingIds(eager.id)).toEqual(cars.slice(0, 1));
  expect(await saveListing(buyer.id, cars[1] ?? "")).toMatchObject({ ok: true });
  await unsaveListing(buyer.id, cars[1] ?? "");
});

test("a sold car stays on the list, a removed one does not, a draft cannot be saved", async () => {
  const sold = await storeListing({ sellerId: other.id, state: "sold" });
  const draft = await storeListing({ sellerId: other.id, state: "draft" });
  expect(await saveListing(buyer.id, sold)).toMatchObject({ ok: true });
  expect(await saveListing(buyer.id, draft)).toEqual({ ok: false, code: "no_such_listing" });
  expect((await listSavedListings(buyer.id)).map(({ id }) => id)).toEqual([sold]);
});

test.each(["42", "'; drop table listing; --", randomUUID()])("%j is no listing", async (id) => {
  expect(await saveListing(buyer.id, id)).toEqual({ ok: false, code: "no_such_listing" });
  expect(await unsaveListing(buyer.id, id)).toBe(0);
  expect(await findSaved(buyer.id, id)).toBeNull();
});
