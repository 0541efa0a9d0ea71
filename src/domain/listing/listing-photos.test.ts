import { eq, sql } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { uploadedFiles } from "#api/files.api.ts";
import { listSellerListings } from "#domain/bid/seller-listings.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { isPhotoOfRequest } from "#domain/sell-request/request-photos.server.ts";
import { useSellerSite } from "#pages/account/my-listings/seller.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { changeListing } from "./editable-listing.server.ts";
import {
  arrangePhotos,
  buildPhotoSource,
  dropPhotoOn,
  MOST_PHOTOS,
  movePhoto,
} from "./listing-photo.ts";
import {
  addPhoto,
  describePhoto,
  listPhotos,
  orderPhotos,
  purgeRemovedPhotos,
  removePhoto,
  restorePhoto,
} from "./listing-photos.server.ts";
import { storeListing, storePerson } from "./listing.fixture.ts";
import { listingPhotoTable } from "./listing.table.ts";

let seller: SignedInUser;
let other: SignedInUser;
let upload: Buffer;

useSellerSite();
beforeAll(async () => {
  seller = await storePerson("Camille Roy");
  other = await storePerson("Amara Okafor");
  upload = await sharp({ create: { width: 480, height: 300, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
});

const park = () => storeListing({ sellerId: seller.id });

async function add(listing: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const added = await addPhoto(seller, listing, upload);
    if (!added.ok) throw new Error(added.code);
    ids.push(added.id);
  }
  return ids;
}

const listIds = async (listing: string) => (await listPhotos(listing)).map(({ id }) => id);

describe("photos", () => {
  test("are served under random names, in each format, for good and sniffed by nobody", async () => {
    const listing = await park();
    await add(listing, 1);
    const [photo] = await listPhotos(listing);
    expect(photo).toMatchObject({ widthPx: 480, heightPx: 300, alt: "" });
    const source = buildPhotoSource(photo!);
    expect(source.webp).toMatch(/^\/photos\/[0-9a-f-]{36}-300\.webp 300w, \S+-480\.webp 480w$/);
    for (const address of [source.src, source.avif.split(" ")[0]!]) {
      const response = await uploadedFiles.request(address);
      expect(response.status).toBe(200);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("cache-control")).toContain("immutable");
      const { format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(response.headers.get("content-type")).toMatch(format === "heif" ? /avif/ : /webp/);
    }
    for (const wrong of ["x", "..%2f..%2fkey-300.webp", `${photo!.key}-301.webp`])
      expect((await uploadedFiles.request(`/photos/${wrong}`)).status).toBe(404);
  });

  test("stand in the order given, and the first one stands on cards", async () => {
    const listing = await park();
    const [a = "", b = "", c = ""] = await add(listing, 3);
    await orderPhotos(seller, listing, [c, a]);
    expect(await listIds(listing)).toEqual([c, a, b]);
    const [first] = await listPhotos(listing);
    const card = (await listSellerListings(seller)).find(({ id }) => id === listing);
    expect(card?.photo?.key).toBe(first?.key);
  });

  test("are described, deleted and brought back to their place", async () => {
    const listing = await park();
    const [a = "", b = "", c = ""] = await add(listing, 3);
    expect(await describePhoto(seller, listing, b, "Its dashboard")).toMatchObject({ ok: true });
    expect(await removePhoto(seller, listing, b)).toMatchObject({ ok: true });
    expect(await removePhoto(seller, listing, b)).toMatchObject({ code: "not_found" });
    expect(await listIds(listing)).toEqual([a, c]);
    expect(await restorePhoto(seller, listing, b)).toMatchObject({ ok: true });
    expect(await listIds(listing)).toEqual([a, b, c]);
    expect((await listPhotos(listing))[1]?.alt).toBe("Its dashboard");
  });

  test("are at most twenty, also where many come at once", async () => {
    const listing = await park();
    const results = await Promise.all(
      Array.from({ length: MOST_PHOTOS + 4 }, () => addPhoto(seller, listing, upload)),
    );
    const refused = results.flatMap((each) => (each.ok ? [] : [each.code]));
    expect(refused).toEqual(Array.from({ length: 4 }, () => "too_many_photos"));
    expect(await listIds(listing)).toHaveLength(MOST_PHOTOS);
  }, 60_000);

  test("are not twenty-one where one comes back while the twentieth is stored", async () => {
    const listing = await park();
    const [id = ""] = await add(listing, 1);
    await removePhoto(seller, listing, id);
    const photo = (position: number) => ({
      listingId: listing,
      key: crypto.randomUUID(),
      widthPx: 480,
      heightPx: 300,
      position,
    });
    const others = Array.from({ length: MOST_PHOTOS - 1 }, (_, at) => photo(at + 1));
    await db().insert(listingPhotoTable).values(others);
    const [, back] = await crossing(
      (transaction) =>
        changeListing(transaction, { by: seller, listingId: listing }, async () => {
          await transaction.insert(listingPhotoTable).values(photo(MOST_PHOTOS));
          return { ok: true };
        }),
      () => restorePhoto(seller, listing, id),
    );
    expect(back).toEqual({ ok: false, code: "too_many_photos" });
    expect(await listIds(listing)).toHaveLength(MOST_PHOTOS);
  });

  test("are their seller's alone", async () => {
    const [listing, elsewhere] = [await park(), await storeListing({ sellerId: other.id })];
    const [id = ""] = await add(listing, 1);
    const refused = { ok: false, code: "not_found" };
    expect(await addPhoto(other, listing, upload)).toEqual(refused);
    expect(await removePhoto(other, listing, id)).toEqual(refused);
    expect(await removePhoto(other, elsewhere, id)).toEqual(refused);
    expect(await orderPhotos(other, listing, [id])).toEqual(refused);
    expect(await describePhoto(other, listing, id, "x")).toEqual(refused);
    expect(await describePhoto(seller, listing, "' or 1=1", "x")).toEqual(refused);
  });

  test("deleted an hour ago are deleted for good, and so are those of a deleted account", async () => {
    const leaver = await storePerson("Lee Leaver");
    const theirs = await storeListing({ sellerId: leaver.id });
    await addPhoto(leaver, theirs, upload);
    const listing = await park();
    const [old = "", fresh = ""] = await add(listing, 2);
    await removePhoto(seller, listing, old);
    await removePhoto(seller, listing, fresh);
    const photo = async () =>
      db().select().from(listingPhotoTable).where(eq(listingPhotoTable.id, old));
    const [before] = await photo();
    const { src } = buildPhotoSource(before!);
    await db()
      .update(listingPhotoTable)
      .set({ removedAt: sql`now() - interval '2 hours'` })
      .where(eq(listingPhotoTable.id, old));
    await db().delete(userTable).where(eq(userTable.id, leaver.id));
    expect((await uploadedFiles.request(src)).status).toBe(200);
    expect(await purgeRemovedPhotos(isPhotoOfRequest)).toBe(2);
    expect((await uploadedFiles.request(src)).status).toBe(404);
    expect(await photo()).toEqual([]);
    expect(await restorePhoto(seller, listing, fresh)).toMatchObject({ ok: true });
  });
});

test.each([
  [["a", "b", "c"], ["c"], ["c", "a", "b"]],
  [
    ["a", "b"],
    ["b", "b", "x", "a"],
    ["b", "a"],
  ],
  [["a"], [], ["a"]],
])("%j in the order %j is %j", (present, wanted, order) => {
  expect(arrangePhotos(present, wanted)).toEqual(order);
});

test.each([
  ["b", "earlier", ["b", "a", "c"]],
  ["b", "later", ["a", "c", "b"]],
  ["a", "earlier", ["a", "b", "c"]],
  ["c", "later", ["a", "b", "c"]],
  ["c", "first", ["c", "a", "b"]],
  ["x", "first", ["a", "b", "c"]],
] as const)("%s moved %s: %j", (id, step, order) => {
  expect(movePhoto(["a", "b", "c"], id, step)).toEqual(order);
});

test.each([
  ["a", "c", "bca"],
  ["c", "a", "cab"],
  ["a", "b", "bac"],
  ["b", "b", "abc"],
] as const)("%s dropped on %s: %s", (id, onto, order) => {
  expect(dropPhotoOn(["a", "b", "c"], id, onto).join("")).toBe(order);
});
