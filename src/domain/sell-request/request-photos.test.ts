import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { changeDraft, deleteDraft, findDraft, markDraftSent } from "#domain/draft/draft.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { startStorage } from "#platform/storage/storage.server.ts";
import { resultOf, browser } from "#pages/public/form-journey/journey.fixture.ts";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
import { uploadedFiles } from "#api/files.api.ts";
import { buildPhotoSource, MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import { listPhotos, purgeRemovedPhotos } from "#domain/listing/listing-photos.server.ts";
import { listingPhotoTable } from "#domain/listing/listing.table.ts";
import { SELLER_ON_PAGES } from "./sell-car-answers.fixture.ts";
import { sellCarForm } from "./sell-car.form.ts";
import {
  handleSalePhotos,
  handleSalePhotoUpload,
  openSalePhotos,
} from "#pages/public/sell-car/photos/sale-photos.server.ts";
import {
  isPhotoOfRequest,
  addRequestPhoto,
  showPhotosOnListing,
  purgeRequestPhotos,
  listRequestPhotos,
  removeRequestPhoto,
} from "./request-photos.server.ts";
import { requestPhotoTable } from "./sell-request.table.ts";
import { useSite } from "#server/site.fixture.ts";

let photo: Buffer;

useSite();
beforeAll(async () => {
  startStorage({ DATA_DIR: await mkdtemp(join(tmpdir(), "sale-photos-")) });
  photo = await sharp({ create: { width: 480, height: 300, channels: 3, background: "#246" } })
    .withExif({ IFD0: { Make: "Secret camera" } })
    .jpeg()
    .toBuffer();
});

type Browser = ReturnType<typeof browser>;

/** A person with a draft of the form in which everything is answered. */
async function seller(): Promise<{ visitor: Browser; draftId: string }> {
  const visitor = browser();
  const context = { now: new Date(), locale: "en" } as const;
  const { answers } = readForm(sellCarForm, rawFields(SELLER_ON_PAGES), context);
  const { visitorHash } = readVisitor(visitor);
  const { id } = await changeDraft(visitorHash, sellCarForm, (_none, keep) =>
    keep({ answers, consents: [] }),
  );
  return { visitor, draftId: id };
}

const open = ({ context, get }: Browser) =>
  openSalePhotos({ request: get("/sell-car/photos"), context });

function post({ context }: Browser, fields: Readonly<Record<string, string | File | File[]>>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
  const request = new Request("http://site.test/sell-car/photos", { method: "POST", body });
  return resultOf(() => handleSalePhotos({ request, context }));
}

const makeFile = (bytes: Uint8Array, name = "car.jpg") => new File([new Uint8Array(bytes)], name);

const isServed = async (key: string) =>
  (await uploadedFiles.request(buildPhotoSource({ key, widthPx: 480, heightPx: 300 }).src))
    .status === 200;

describe("photos of a car that is not sent yet", () => {
  test("need a car first", async () => {
    const visitor = browser();
    const { location } = await resultOf(async () => ({ data: await open(visitor), init: null }));
    expect(location).toBe("/sell-car");
  });

  test("are drawn anew, kept with the draft, and lead back to the review", async () => {
    const { visitor, draftId } = await seller();
    const { status, location } = await post(visitor, { intent: "upload", files: makeFile(photo) });
    expect({ status, location }).toEqual({ status: 303, location: "/sell-car/photos?done=photos" });
    const { photos, backHref } = await open(visitor);
    expect({ count: photos.length, backHref }).toEqual({ count: 1, backHref: "/sell-car/review" });
    const [{ key } = { key: "" }] = await listRequestPhotos(draftId);
    const response = await uploadedFiles.request(buildPhotoSource(photos[0]!).src);
    const served = Buffer.from(await response.arrayBuffer());
    expect((await sharp(served).metadata()).exif).toBeUndefined();
    expect(key).not.toContain("car");
  });

  test("a bad file is refused in words, and the good one beside it is kept", async () => {
    const { visitor } = await seller();
    const files = [makeFile(Buffer.from("<svg/>"), "evil.svg"), makeFile(photo)];
    const { status, page } = await post(visitor, { intent: "upload", files });
    expect(status).toBe(422);
    expect(page?.errors).toEqual([expect.stringContaining("evil.svg")]);
    expect((await open(visitor)).photos).toHaveLength(1);
    expect(await post(visitor, { intent: "upload" })).toMatchObject({ status: 422 });
  });

  test("are twenty at most, also when many come at once", async () => {
    const { draftId } = await seller();
    const added = await Promise.all(
      Array.from({ length: 23 }, () => addRequestPhoto(draftId, photo)),
    );
    expect(added.filter(({ ok }) => ok)).toHaveLength(20);
    expect(await listRequestPhotos(draftId)).toHaveLength(20);
  });

  test("come no more once the request was sent", async () => {
    const { visitor, draftId } = await seller();
    const { visitorHash } = readVisitor(visitor);
    const draft = await findDraft(visitorHash, sellCarForm);
    await db().transaction((transaction) => markDraftSent(transaction, draft!, "SENT2345"));
    expect(await addRequestPhoto(draftId, photo)).toEqual({ ok: false, code: "already_sent" });
    expect(await listRequestPhotos(draftId)).toEqual([]);
  });

  test("stay as they are where one is taken away while the request is sent", async () => {
    const { visitor, draftId } = await seller();
    const added = await addRequestPhoto(draftId, photo);
    const draft = await findDraft(readVisitor(visitor).visitorHash, sellCarForm);
    const [, removed] = await crossing(
      (transaction) => markDraftSent(transaction, draft!, "SENT2346"),
      () => removeRequestPhoto(draftId, added.ok ? added.id : ""),
    );
    expect(removed).toEqual({ ok: false, code: "not_found" });
    expect(await listRequestPhotos(draftId)).toHaveLength(1);
  });

  test("are 240 an hour from one address; more are told when to come back", async () => {
    const { visitor } = await seller();
    const context = makeContext({ ...readVisitor(visitor), ipAddress: "192.0.2.77" });
    const bad = Array.from({ length: 241 }, () => makeFile(Buffer.from("<svg/>"), "evil.svg"));
    const refused = await post({ ...visitor, context }, { intent: "upload", files: bad });
    expect(refused).toMatchObject({ status: 429, retryAfter: expect.stringMatching(/^\d+$/u) });
  });

  test("that the script sends are named by it, so that one sent again is the same", async () => {
    const { visitor, draftId } = await seller();
    const { visitor: stranger } = await seller();
    const id = randomUUID();
    const sendAs = async ({ context }: Browser, file: File) => {
      const body = new FormData();
      body.set("id", id);
      body.set("files", file);
      const address = "http://site.test/sell-car/photos/upload";
      const request = new Request(address, { method: "POST", body });
      const response = await handleSalePhotoUpload({ request, context });
      return { status: response.status, ...((await response.json()) as object) };
    };
    const stored = await sendAs(visitor, makeFile(photo));
    expect(stored).toMatchObject({ status: 200, ok: true, photo: { widthPx: 480 } });
    expect(await sendAs(visitor, makeFile(photo))).toEqual(stored);
    expect((await listRequestPhotos(draftId)).map((each) => each.id)).toEqual([id]);
    expect(await sendAs(stranger, makeFile(photo))).toMatchObject({ status: 422, ok: false });
    const bad = makeFile(Buffer.from("<svg/>"), "evil.svg");
    expect(await sendAs(stranger, bad)).toMatchObject({
      status: 422,
      ok: false,
      canRetry: false,
      text: expect.stringContaining("evil.svg"),
    });
  });

  test("stand in the order given, by buttons and by dragging", async () => {
    const { visitor, draftId } = await seller();
    for (let count = 0; count < 3; count += 1) await addRequestPhoto(draftId, photo);
    const ids = async () => (await listRequestPhotos(draftId)).map(({ id }) => id);
    const [a = "", b = "", c = ""] = await ids();
    await post(visitor, { intent: "first", photo: c });
    expect(await ids()).toEqual([c, a, b]);
    await post(visitor, { intent: "later", photo: a });
    expect(await ids()).toEqual([c, b, a]);
    await post(visitor, { intent: "order", order: [b, a].join() });
    expect(await ids()).toEqual([b, a, c]);
  });

  test("are taken away by their own seller only, and come back within the hour", async () => {
    const { visitor, draftId } = await seller();
    await addRequestPhoto(draftId, photo);
    const [own] = await listRequestPhotos(draftId);
    const { visitor: stranger } = await seller();
    await post(stranger, { intent: "remove", photo: own!.id });
    expect(await listRequestPhotos(draftId)).toHaveLength(1);
    const removed = await post(visitor, { intent: "remove", photo: own!.id });
    expect(removed.location).toBe(`/sell-car/photos?removed=${own!.id}`);
    expect(await listRequestPhotos(draftId)).toEqual([]);
    await post(stranger, { intent: "restore", photo: own!.id });
    expect(await listRequestPhotos(draftId)).toEqual([]);
    await post(visitor, { intent: "restore", photo: own!.id });
    expect(await listRequestPhotos(draftId)).toEqual([own]);

    await post(visitor, { intent: "remove", photo: own!.id });
    await purgeRequestPhotos();
    expect(await isServed(own!.key)).toBe(true);
    await db()
      .update(requestPhotoTable)
      .set({ removedAt: new Date("2026-01-01T00:00:00Z") })
      .where(eq(requestPhotoTable.id, own!.id));
    await purgeRequestPhotos();
    expect(await isServed(own!.key)).toBe(false);
    await post(visitor, { intent: "restore", photo: own!.id });
    expect(await listRequestPhotos(draftId)).toEqual([]);
  });
});

test("one that was taken away does not come back as the twenty-first", async () => {
  const { visitor, draftId } = await seller();
  await addRequestPhoto(draftId, photo);
  const [own] = await listRequestPhotos(draftId);
  await post(visitor, { intent: "remove", photo: own!.id });
  await db()
    .insert(requestPhotoTable)
    .values(
      Array.from({ length: MOST_PHOTOS }, (_, position) => ({
        submissionId: draftId,
        key: randomUUID(),
        widthPx: 480,
        heightPx: 300,
        position,
      })),
    );
  const before = await listRequestPhotos(draftId);
  await post(visitor, { intent: "restore", photo: own!.id });
  expect(await listRequestPhotos(draftId)).toEqual(before);
  // Once there is room for it, it can be restored.
  await removeRequestPhoto(draftId, before[0]!.id);
  await post(visitor, { intent: "restore", photo: own!.id });
  expect(await listRequestPhotos(draftId)).toContainEqual(own);
});

describe("photos of a request", () => {
  test("stand on the listing made from it, and stay for as long as one of the two shows them", async () => {
    const { draftId } = await seller();
    await addRequestPhoto(draftId, photo);
    const [{ key } = { key: "" }] = await listRequestPhotos(draftId);
    const person = await storePerson("Simone Dubé");
    const listingId = await storeListing({ sellerId: person.id });
    await db().transaction((transaction) => showPhotosOnListing(transaction, draftId, listingId));
    expect((await listPhotos(listingId)).map((each) => each.key)).toEqual([key]);

    const longAgo = new Date("2026-01-01T00:00:00Z");
    await db()
      .update(listingPhotoTable)
      .set({ removedAt: longAgo })
      .where(eq(listingPhotoTable.key, key));
    await purgeRemovedPhotos(isPhotoOfRequest);
    expect(await isServed(key)).toBe(true);
  });

  test("go once neither a draft nor a request has them", async () => {
    const { visitor, draftId } = await seller();
    const { visitor: forgetful, draftId: forgotten } = await seller();
    await addRequestPhoto(draftId, photo);
    await addRequestPhoto(forgotten, photo);
    await deleteDraft(readVisitor(forgetful).visitorHash, sellCarForm);
    const [{ key } = { key: "" }] = await listRequestPhotos(forgotten);
    const createdAt = new Date("2026-01-01T00:00:00Z");
    await db()
      .update(requestPhotoTable)
      .set({ createdAt })
      .where(inArray(requestPhotoTable.submissionId, [draftId, forgotten]));
    await purgeRequestPhotos();
    expect(await listRequestPhotos(forgotten)).toEqual([]);
    expect(await isServed(key)).toBe(false);
    expect(await listRequestPhotos(draftId)).toHaveLength(1);
    const { visitorHash } = readVisitor(visitor);
    expect((await findDraft(visitorHash, sellCarForm))?.id).toBe(draftId);
  });
});
