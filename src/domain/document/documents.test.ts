import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { actAt, now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { writePdf } from "#platform/decoding/decode.fixture.ts";
import { env } from "#platform/env/env.server.ts";
import { newAddress } from "#platform/request/visitor.fixture.ts";
import { startStorage, storage } from "#platform/storage/storage.server.ts";
import { dataKeyTable } from "#platform/vault/data-key.table.ts";
import { useSite } from "#server/site.fixture.ts";
import { DEFAULT_FACTS } from "#site/site-facts.ts";
import {
  DOCUMENT_MAX_BYTES,
  type DocumentKind,
  MOST_DOCUMENTS,
  MOST_PAGES,
  readPageNumber,
} from "./document.ts";
import { documentTable } from "./document.table.ts";
import {
  countPages,
  findDocument,
  limitUploads,
  listDocuments,
  oldDocuments,
  openDocument,
  shredDocuments,
  storeDocument,
} from "./documents.server.ts";

useSite();
let photo: Buffer;
let staff: { id: string; role: "staff" };
beforeAll(async () => {
  startStorage(env());
  staff = { id: await storeStaff("Samuel Staff"), role: "staff" };
  photo = await drawPhoto().jpeg().toBuffer();
});
beforeEach(() => db().delete(documentTable));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const daysLater = (days: number) => new Date(Date.now() + days * DAY_MS);

const CANARY = "CANARY-PAYSTUB-4711";
const pdf = (pages = 1) => writePdf(Array.from({ length: pages }, () => ({ text: CANARY })));
const drawPhoto = (width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: "#ffffff" } });

/** An application, with the link by which its sender adds documents. */
async function storeApplication() {
  const lead = await storeLead();
  const kinds: DocumentKind[] = ["pay_stub", "drivers_licence"];
  return { lead, request: { id: randomUUID(), submissionId: lead.submissionId, kinds } };
}
type Application = Awaited<ReturnType<typeof storeApplication>>;

const add = ({ request }: Application, file: Uint8Array, kind: DocumentKind = "pay_stub") =>
  storeDocument(request, kind, file);

/** Adds a document; returns it as it is listed. */
async function addOne(application: Application, file: Uint8Array = pdf(), kind?: DocumentKind) {
  expect(await add(application, file, kind)).toEqual({ ok: true });
  const document = await findDocument(await newestId(application));
  if (!document) throw new Error("The document was not stored.");
  return document;
}

async function newestId({ lead }: Application): Promise<string> {
  const isOfIt = eq(documentTable.submissionId, lead.submissionId);
  const rows = await db().select().from(documentTable).where(isOfIt);
  return rows.toSorted((a, b) => Number(a.uploadedAt) - Number(b.uploadedAt)).at(-1)?.id ?? "";
}

/** A row as an upload leaves it, without a file. */
const row = ({ lead }: Application, changes: Partial<typeof documentTable.$inferInsert> = {}) => ({
  id: randomUUID(),
  submissionId: lead.submissionId,
  kind: "pay_stub" as const,
  contentType: "image/webp" as const,
  sizeBytes: 1,
  uploadedAt: new Date(),
  ...changes,
});

const fileKey = (id: string) => `documents/${id}.sealed`;

/** What is left of a document: its row, its file and its key. */
async function findTraces(id: string) {
  return {
    row: (await db().$count(documentTable, eq(documentTable.id, id))) > 0,
    file: (await storage().get(fileKey(id))) !== null,
    key: (await db().$count(dataKeyTable, eq(dataKeyTable.recordId, id))) > 0,
  };
}
const WHOLE = { row: true, file: true, key: true };
const GONE = { row: false, file: false, key: false };

describe("a document that is added", () => {
  test.each([
    ["a PDF as it was sent", "application/pdf", pdf(2), "pay_stub"],
    ["a photo as a picture", "image/webp", null, "drivers_licence"],
  ] as const)("is stored sealed: %s", async (_what, contentType, file, kind) => {
    const application = await storeApplication();
    const document = await addOne(application, file ?? photo, kind);
    expect(document).toMatchObject({ kind, contentType, reference: application.lead.reference });
    const sealed = Buffer.from((await storage().get(fileKey(document.id)))?.bytes ?? []);
    for (const open of [CANARY, "%PDF", "WEBP"]) expect(sealed.includes(open)).toBe(false);
    const opened = await openDocument(document, staff);
    if (file) expect(opened).toEqual(file);
    else expect(await sharp(opened ?? undefined).metadata()).toMatchObject({ format: "webp" });
    const isOfIt = eq(leadEventTable.leadId, application.lead.id);
    const events = await db().select().from(leadEventTable).where(isOfIt);
    expect(events).toContainEqual(
      expect.objectContaining({ kind: "document_received", note: kind }),
    );
  });

  test("is made smaller, and loses what a photo says of its place", async () => {
    const application = await storeApplication();
    const large = drawPhoto(3_000, 1_500).withExif({ IFD0: { ImageDescription: CANARY } });
    const file = await large.jpeg().toBuffer();
    expect(file.includes(CANARY)).toBe(true);
    const opened = await openDocument(await addOne(application, file), staff);
    expect(opened?.includes(CANARY)).toBe(false);
    const size = await sharp(opened ?? undefined).metadata();
    expect([size.width, size.height]).toEqual([2_400, 1_200]);
  });

  test.each<[what: string, file: () => Promise<Uint8Array> | Uint8Array, code: string]>([
    ["nothing", () => Buffer.alloc(0), "no_file"],
    ["more than 10 MB", () => Buffer.alloc(DOCUMENT_MAX_BYTES + 1), "too_large"],
    ["more than 40 megapixels", () => drawPhoto(8_000, 5_001).png().toBuffer(), "too_large"],
    ["a page", () => Buffer.from("<!doctype html><script>1</script>"), "not_a_document"],
    ["half a photo", () => photo.subarray(0, photo.length / 2), "not_a_document"],
    ["half a PDF", () => pdf().subarray(0, 120), "not_a_document"],
    ["a PDF with a password", () => writePdf([{}], { isLocked: true }), "locked_pdf"],
    ["a PDF of a book", () => pdf(MOST_PAGES + 1), "too_many_pages"],
  ])("is refused if it is %s, and leaves nothing", async (_what, file, code) => {
    const application = await storeApplication();
    const keys = await db().$count(dataKeyTable);
    expect(await add(application, await file())).toEqual({ ok: false, code });
    expect(await db().$count(documentTable)).toBe(0);
    expect(await db().$count(dataKeyTable)).toBe(keys);
  });

  test("may have as many pages as a document has at most", async () => {
    expect(await countPages(await addOne(await storeApplication(), pdf(MOST_PAGES)))).toBe(20);
  });

  test("is one of twenty of its application, also of two at the same moment", async () => {
    const [application, other] = [await storeApplication(), await storeApplication()];
    const rows = Array.from({ length: MOST_DOCUMENTS - 1 }, () => row(application));
    await db().insert(documentTable).values(rows);
    const [, late] = await crossing(
      (transaction) => transaction.insert(documentTable).values(row(application)),
      () => add(application, photo),
    );
    expect(late).toEqual({ ok: false, code: "too_many" });
    const isOfIt = eq(documentTable.submissionId, application.lead.submissionId);
    expect(await db().$count(documentTable, isOfIt)).toBe(MOST_DOCUMENTS);
    expect(await add(other, photo)).toEqual({ ok: true });
  });

  test("is one of sixty an hour from its address", async () => {
    const address = newAddress();
    for (let upload = 0; upload < 60; upload += 1)
      expect(await limitUploads(address)).toEqual({ ok: true });
    expect(await limitUploads(address)).toMatchObject({ ok: false });
    expect(await limitUploads(newAddress())).toEqual({ ok: true });
  });
});

describe("who sees it", () => {
  test("of an application its own whole documents are listed, in the order of upload", async () => {
    const [application, other] = [await storeApplication(), await storeApplication()];
    const at = (minute: number) => new Date(Date.now() - minute * MINUTE_MS);
    const [late, early] = [1, 9].map((minute) =>
      row(application, { uploadedAt: at(minute), storedAt: at(minute) }),
    );
    const unfinished = row(application);
    const rows = [late!, early!, unfinished, row(other, { storedAt: at(5) })];
    await db().insert(documentTable).values(rows);
    const listed = await listDocuments(application.lead.submissionId);
    expect(listed.map(({ id }) => id)).toEqual([early!.id, late!.id]);
    expect(await findDocument(unfinished.id)).toBeNull();
    expect(await findDocument(randomUUID())).toBeNull();
  });

  test("each view is on record before the file is read, even if it can no longer be", async () => {
    const application = await storeApplication();
    const document = await addOne(application);
    const thingId = `${application.lead.reference}/pay_stub`;
    const listViews = () => db().select().from(auditTable).where(eq(auditTable.thingId, thingId));
    expect(await countPages(document)).toBe(1);
    expect(await listViews()).toEqual([]);
    expect(await openDocument(document, staff)).toEqual(pdf());
    await storage().delete(fileKey(document.id));
    expect(await openDocument(document, staff)).toBeNull();
    const view = { action: "document_viewed", accountId: staff.id, actorKind: "staff" };
    expect(await listViews()).toMatchObject([view, view]);
  });

  test("its pages are counted, and one after the last is asked for by nobody", async () => {
    const paper = await addOne(await storeApplication(), pdf(3));
    const picture = await addOne(await storeApplication(), photo);
    expect([await countPages(paper), await countPages(picture)]).toEqual([3, 1]);
    const read = (query: string, of: typeof paper) =>
      readPageNumber(new URL(`http://site.test/${query}`), of);
    const queries = ["", "?page=1", "?page=2", "?page=20", "?page=21", "?page=0", "?page=1e0"];
    expect(queries.map((each) => read(each, paper))).toEqual([1, 1, 2, 20, null, null, null]);
    expect(queries.slice(0, 3).map((each) => read(each, picture))).toEqual([1, 1, null]);
  });
});

describe("what is over", () => {
  const end = (at: Date) => actAt(at, () => oldDocuments.end(now()));

  test.each([
    ["that nobody decided on", DEFAULT_FACTS.retention.sealedMostDays, null],
    ["that was decided on after ten days", 10 + DEFAULT_FACTS.retention.sealedDays, 10],
  ])("of an application %s goes with its file and key after %i days", async (_, most, decided) => {
    const application = await storeApplication();
    const { id } = await addOne(application);
    if (decided !== null) {
      const at = daysLater(decided);
      const event = { kind: "status_changed", toStatus: "approved", at } as const;
      await db()
        .insert(leadEventTable)
        .values({ ...event, leadId: application.lead.id });
    }
    expect(await end(daysLater(most - 1))).toBe(0);
    expect(await findTraces(id)).toEqual(WHOLE);
    expect(await oldDocuments.count(daysLater(most + 1))).toBe(1);
    expect(await findTraces(id)).toEqual(WHOLE);
    expect(await end(daysLater(most + 1))).toBe(1);
    expect(await findTraces(id)).toEqual(GONE);
  });

  test("goes with its application", async () => {
    const [application, other] = [await storeApplication(), await storeApplication()];
    const [document, others] = [await addOne(application), await addOne(other)];
    const { submissionId } = application.lead;
    await db().delete(leadTable).where(eq(leadTable.submissionId, submissionId));
    await db().delete(submissionTable).where(eq(submissionTable.id, submissionId));
    expect(await findDocument(document.id)).toBeNull();
    expect(await end(new Date())).toBe(1);
    expect(await findTraces(document.id)).toEqual(GONE);
    expect(await findTraces(others.id)).toEqual(WHOLE);
  });

  test("is an upload that was not finished within an hour", async () => {
    const application = await storeApplication();
    const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
    const [running, dead] = [59, 61].map((each) => row(application, { uploadedAt: ago(each) }));
    await db().insert(documentTable).values([running!, dead!]);
    expect(await end(new Date())).toBe(1);
    expect((await findTraces(running!.id)).row).toBe(true);
    expect((await findTraces(dead!.id)).row).toBe(false);
  });

  test("is unreadable even if its file cannot be deleted, and is tried again", async () => {
    const { id } = await addOne(await storeApplication());
    // A folder in the place of the file: no storage deletes it as one.
    const path = resolve(env().DATA_DIR, "media", fileKey(id));
    await rm(path);
    await mkdir(path);
    const later = daysLater(DEFAULT_FACTS.retention.sealedMostDays + 1);
    await expect(end(later)).rejects.toThrow(/directory|EISDIR/iu);
    expect(await db().$count(dataKeyTable, eq(dataKeyTable.recordId, id))).toBe(0);
    expect(await db().$count(documentTable, eq(documentTable.id, id))).toBe(1);
    await rm(path, { recursive: true });
    expect(await end(later)).toBe(1);
    expect(await findTraces(id)).toEqual(GONE);
  });

  test("opens for nobody from the moment that its application is withdrawn", async () => {
    const [application, other] = [await storeApplication(), await storeApplication()];
    const [document, others] = [await addOne(application), await addOne(other)];
    await db().transaction((transaction) => shredDocuments(transaction, application.lead));
    expect(await findDocument(document.id)).toBeNull();
    expect(await listDocuments(application.lead.submissionId)).toEqual([]);
    // Not even from the file, which a backup may still hold.
    expect(await openDocument(document, staff)).toBeNull();
    expect(await countPages(document)).toBeNull();
    expect(await openDocument(others, staff)).toEqual(pdf());
  });
});
