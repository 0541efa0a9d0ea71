import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { storePhoto } from "#domain/identity/photo.server.ts";
import { deleteExpiredData } from "#domain/retention/expired-data.server.ts";
import { changeDraft } from "#domain/draft/draft.server.ts";
import {
  addRequestPhoto,
  listRequestPhotos,
  purgeRequestPhotos,
  removeRequestPhoto,
} from "#domain/sell-request/request-photos.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { startStorage, storage } from "#platform/storage/storage.server.ts";
import { claimFiles } from "#platform/storage/unclaimed-files.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { addPhoto, listPhotos } from "./listing-photos.server.ts";
import { storeListing, storePerson } from "./listing.fixture.ts";
import { type AddedPhoto, addPhotoTo } from "./photo-store.server.ts";

let folder: string;
let upload: Buffer;
let draftId: string;

useTestDatabase();
useTestVault();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "photo-store-"));
  startStorage({ DATA_DIR: folder });
  upload = await sharp({ create: { width: 480, height: 300, channels: 3, background: "#246" } })
    .jpeg()
    .toBuffer();
  ({ id: draftId } = await changeDraft("visitor", sellCarForm, (_none, keep) =>
    keep({ answers: {}, consents: [] }),
  ));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => rm(folder, { recursive: true }));

const listFiles = async () =>
  (await readdir(join(folder, "media"), { recursive: true })).filter((name) => name.includes("."));

const HOUR_MS = 60 * 60_000;
async function retainAfter(hours: number): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hours * HOUR_MS });
  await deleteExpiredData();
  vi.useRealTimers();
}

/** Like a process that dies before its transaction has committed. */
const die = () => Promise.reject(new Error("killed"));

test("files that were stored and never entered go after a day, and no other", async () => {
  expect(await addRequestPhoto(draftId, upload)).toMatchObject({ ok: true });
  const person = await storePerson("Camille Roy");
  expect(await storePhoto(person.id, upload)).toEqual({ ok: true });
  const retained = await listFiles();
  expect(retained).toHaveLength(5);

  const dying = {
    countPhotos: async () => 0,
    hasPhoto: async () => false,
    change: (_transaction: Transaction, add: () => Promise<AddedPhoto<never>>) => add(),
    insert: die,
  };
  await expect(addPhotoTo(dying, upload)).rejects.toThrow("killed");
  expect(await storePhoto("nobody", upload)).toEqual({ ok: true });
  expect(await listFiles()).toHaveLength(retained.length + 5);
  await retainAfter(23);
  expect(await listFiles()).toHaveLength(retained.length + 5);
  await retainAfter(25);
  expect(await listFiles()).toEqual(retained);
});

test("a photo whose sender is gone is not stored, and its files go at once", async () => {
  const before = { files: await listFiles(), photos: await listRequestPhotos(draftId) };
  const calledOff = { id: randomUUID(), signal: AbortSignal.abort() };
  const refused = { ok: false, code: "called_off" };
  expect(await addRequestPhoto(draftId, upload, calledOff)).toEqual(refused);
  const seller = await storePerson("Noor Haddad");
  const listing = await storeListing({ sellerId: seller.id });
  expect(await addPhoto(seller, listing, upload, calledOff)).toEqual(refused);
  expect(await listPhotos(listing)).toEqual([]);
  expect(await listRequestPhotos(draftId)).toEqual(before.photos);
  expect(await listFiles()).toEqual(before.files);
});

test("files that were given up and are still there go after a day", async () => {
  const added = await addRequestPhoto(draftId, upload);
  const person = await storePerson("Amara Okafor");
  await storePhoto(person.id, upload);
  const before = await listFiles();
  vi.spyOn(storage(), "delete").mockImplementation(die);
  await removeRequestPhoto(draftId, added.ok ? added.id : "");
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR_MS });
  await expect(purgeRequestPhotos()).rejects.toThrow("killed");
  vi.useRealTimers();
  await expect(storePhoto(person.id, upload)).rejects.toThrow("killed");
  vi.restoreAllMocks();
  expect((await listRequestPhotos(draftId)).map(({ id }) => id)).not.toContain(added);
  expect(await listFiles()).toHaveLength(before.length + 1);
  await retainAfter(28);
  expect(await listFiles()).toHaveLength(before.length - 4);
});

test("a file that is being collected is claimed by nobody", async () => {
  const claim = db().transaction((transaction) => claimFiles(transaction, ["photos/gone-1.webp"]));
  await expect(claim).rejects.toThrow("claimed that is not there");
});
