import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { eq, inArray } from "drizzle-orm";
import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { withdrawApplication } from "#domain/credit-application/joint-application.server.ts";
import { DOCUMENT_MAX_BYTES, MOST_PAGES } from "#domain/document/document.ts";
import { documentTable } from "#domain/document/document.table.ts";
import { findDocument, openDocument } from "#domain/document/documents.server.ts";
import { findDocumentRequest } from "#domain/document/request-documents.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { openSealedAnswers } from "#domain/lead/reveal-sealed.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { deleteExpiredData } from "#domain/retention/expired-data.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { mailTo, tokenIn, useAccounts } from "#pages/account/account.fixture.ts";
import { loadApplications } from "#pages/account/my-requests/applications.server.ts";
import * as documentsPage from "#pages/public/documents/documents.page.tsx";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { HEIC_PHOTO, writePdf, writeSelfDrawingPdf } from "#platform/decoding/decode.fixture.ts";
import { env } from "#platform/env/env.server.ts";
import { rateLimitTable } from "#platform/limit/rate-limit.table.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor, type SignedInUser } from "#platform/request/visitor.server.ts";
import { dataKeyTable } from "#platform/vault/data-key.table.ts";
import * as filePage from "./document-file.page.ts";
import * as documentPage from "./document.page.tsx";
import * as leadPage from "./lead.page.tsx";

useAccounts();
afterEach(() => vi.useRealTimers());

const CANARY = "CANARY-PAYSTUB-4711";
const DAY_MS = 24 * 60 * 60_000;
const pdf = (pages = 1) => writePdf(Array.from({ length: pages }, () => ({ text: CANARY })));

let staff: SignedInUser;
let applicant: SignedInUser;
let photo: Buffer;

beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
  applicant = await storePerson("Chloé Gagnon");
  const white = { width: 900, height: 600, channels: 3, background: "#ffffff" } as const;
  photo = await sharp({ create: white }).jpeg().toBuffer();
});
beforeEach(() => db().delete(rateLimitTable));

type DocumentResponse = { status: number; data?: unknown; response?: Response };

async function knock(
  handler: unknown,
  params: Record<string, string>,
  { user = null as SignedInUser | null, body = undefined as FormData | undefined, query = "" } = {},
): Promise<DocumentResponse> {
  const request = new Request(`http://site.test/x${query}`, body ? { method: "POST", body } : {});
  const args = { request, params, context: makeContext({ user }) };
  const input: unknown = await (handler as (args: unknown) => Promise<unknown>)(args).catch(
    (thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    },
  );
  if (input instanceof Response) return { status: input.status, response: input };
  const { data = input, init } = input as { data?: unknown; init?: ResponseInit };
  return { status: init?.status ?? 200, data };
}

const form = (fields: Record<string, string | string[] | Buffer>) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (Buffer.isBuffer(value)) body.append(name, new File([new Uint8Array(value)], "photo.jpg"));
    else for (const each of [value].flat()) body.append(name, each);
  }
  return body;
};

/** An application whose applicant was asked for two documents, with the token from the e-mail. */
async function asked() {
  const email = `${randomUUID()}@example.com`;
  const fields = rawFields({ ...CREDIT_APPLICANT, email, submissionId: randomUUID() });
  const visitor = readVisitor({ context: makeContext({ user: applicant }) });
  const sent = await receivePost(creditApplicationHandler, fields, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { reference } = sent;
  const body = form({ intent: "documents", document: ["pay_stub", "drivers_licence"] });
  expect((await knock(leadPage.action, { reference }, { user: staff, body })).status).toBe(303);
  const mail = await mailTo(email, /pay stub/);
  return { reference, token: tokenIn(mail, "/documents") };
}

const upload = (token: string, file: Buffer, kind = "pay_stub") =>
  knock(documentsPage.action, { token }, { body: form({ kind, file }) });

/** The colours of a part of a picture: sharp's `stats` always measures the whole input. */
async function measure(
  picture: Buffer,
  part: { left: number; top: number; width: number; height: number },
) {
  // The blur removes WebP's artefacts at the edges of letters; printed text would stay as dark.
  return sharp(await sharp(picture).extract(part).blur(1).png().toBuffer()).stats();
}

async function newestDocument() {
  const all = await db().select().from(documentTable);
  const newest = all.toSorted((a, b) => a.uploadedAt.getTime() - b.uploadedAt.getTime()).at(-1);
  if (!newest) throw new Error("There is no document.");
  return newest.id;
}

async function storedFiles(): Promise<Buffer[]> {
  const folder = resolve(env().DATA_DIR, "media", "documents");
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.map((name) => readFile(join(folder, name))));
}

test("what is asked for by mail is sent through its link, and lies sealed", async () => {
  const { reference, token } = await asked();
  const page = await knock(documentsPage.loader, { token });
  expect(page.data).toMatchObject({
    kinds: [
      { kind: "pay_stub", name: "Pay stub", count: 0 },
      { kind: "drivers_licence", count: 0 },
    ],
  });
  expect((await upload(token, pdf())).status).toBe(303);
  expect((await upload(token, photo, "drivers_licence")).status).toBe(303);
  const files = await storedFiles();
  expect(files).toHaveLength(2);
  for (const file of files) {
    expect(file.includes(CANARY)).toBe(false);
    expect(file.includes("%PDF")).toBe(false);
    expect(file.includes("WEBP")).toBe(false);
  }
  const lead = await knock(leadPage.loader, { reference }, { user: staff });
  expect(JSON.stringify(lead.data)).toContain("drivers_licence");
  expect((await knock(documentsPage.loader, { token: "x".repeat(43) })).status).toBe(404);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * DAY_MS });
  expect((await knock(documentsPage.loader, { token })).status).toBe(404);
  expect((await upload(token, pdf())).status).toBe(404);
});

test("access to a lead opens its documents, until it ends, and no other lead’s", async () => {
  const { reference, token } = await asked();
  expect((await upload(token, pdf())).status).toBe(303);
  const id = await newestDocument();
  const lacks = { ...staff, abilities: { sealed_answers: false } };
  const granted = (lead: string | null) => ({
    ...lacks,
    grants: [{ ability: "sealed_answers" as const, lead }],
  });
  for (const [user, status] of [
    [lacks, 403],
    [granted("CA-OTHER"), 403],
    [granted(reference), 200],
    [granted(null), 200],
    [{ ...granted(reference), grants: [] }, 403],
  ] as const) {
    expect((await knock(documentPage.loader, { id }, { user })).status).toBe(status);
    expect((await knock(filePage.loader, { id }, { user })).status).toBe(status);
  }
  // Who may open none learns nothing about which there are.
  const none = await knock(documentPage.loader, { id: randomUUID() }, { user: granted(reference) });
  expect(none.status).toBe(403);
});

test("a file is what its content says, whatever it is called", async () => {
  const { token } = await asked();
  const refused: [string, Buffer, RegExp][] = [
    ["nothing", Buffer.alloc(0), /Choose a file/],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>"), /PDF or a photo/],
    ["a drawing that names files", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /PDF/],
    ["a PDF that was cut off", pdf().subarray(0, 120), /PDF or a photo/],
    ["a PDF with a password", writePdf([{}], { isLocked: true }), /password/],
    ["a PDF of a book", pdf(MOST_PAGES + 1), /20 at most/],
    ["a HEIC photo that was cut off", HEIC_PHOTO.subarray(0, 300), /PDF or a photo/],
    ["too much", Buffer.alloc(DOCUMENT_MAX_BYTES + 1), /10 MB/],
  ];
  for (const [name, file, words] of refused) {
    const response = await upload(token, file);
    expect(response.status, name).toBe(422);
    expect(JSON.stringify(response.data), name).toMatch(words);
  }
  expect((await upload(token, pdf(), "void_cheque")).status, "not asked for").toBe(422);
});

test("an application takes twenty documents, and the last of two that come at once is refused", async () => {
  const { token } = await asked();
  const { submissionId } = (await findDocumentRequest(token)) ?? {};
  const row = () => ({
    id: randomUUID(),
    submissionId,
    kind: "pay_stub" as const,
    contentType: "image/webp" as const,
    sizeBytes: 1,
    uploadedAt: new Date(),
  });
  await db()
    .insert(documentTable)
    .values(Array.from({ length: 18 }, row));
  expect((await upload(token, pdf())).status).toBe(303);
  const [, late] = await crossing(
    (transaction) => transaction.insert(documentTable).values(row()),
    () => upload(token, pdf()),
  );
  expect(late.status).toBe(422);
  expect(JSON.stringify(late.data)).toContain("An application takes 20 documents at most");
  const isOfIt = eq(documentTable.submissionId, submissionId ?? "");
  expect(await db().$count(documentTable, isOfIt)).toBe(20);
});

test("staff see it with their name drawn into it, after that went on record", async () => {
  const { reference, token } = await asked();
  await upload(token, photo, "drivers_licence");
  const id = await newestDocument();
  const shown = await knock(filePage.loader, { id }, { user: staff });
  expect(shown.response?.headers.get("cache-control")).toBe("private, no-store");
  const picture = Buffer.from((await shown.response?.arrayBuffer()) ?? new ArrayBuffer());
  const { channels } = await sharp(picture).stats();
  // The photo is all white: everything else was drawn by us, in every corner.
  expect(channels[1]?.min).toBeLessThan(200);
  for (const left of [0, 450]) {
    for (const top of [0, 300]) {
      const corner = await measure(picture, { left, top, width: 450, height: 300 });
      expect(corner.channels[1]?.min, `${left} ${top}`).toBeLessThan(230);
    }
  }
  const [record] = await db()
    .select()
    .from(auditTable)
    .where(eq(auditTable.thingId, `${reference}/drivers_licence`));
  expect(record).toMatchObject({ action: "document_viewed", accountId: staff.id });
  const applications = await loadApplications({
    request: new Request("http://site.test/account/applications"),
    context: makeContext({ user: applicant }),
  });
  const mine = applications.find((each) => each.reference === reference);
  expect(mine?.views[0]).toMatchObject({ sealed: "opened a document: Driver’s licence" });
});

test("a PDF goes to nobody: each page is drawn, with who looks in its pixels", async () => {
  const { reference, token } = await asked();
  expect((await upload(token, pdf(2))).status).toBe(303);
  const id = await newestDocument();
  const views = async () =>
    (
      await db()
        .select()
        .from(auditTable)
        .where(eq(auditTable.thingId, `${reference}/pay_stub`))
    ).length;
  for (const page of ["1", "2"]) {
    const shown = await knock(filePage.loader, { id }, { user: staff, query: `?page=${page}` });
    expect(shown.response?.headers.get("content-type")).toBe("image/webp");
    const picture = Buffer.from((await shown.response?.arrayBuffer()) ?? new ArrayBuffer());
    expect(picture.subarray(8, 12).toString()).toBe("WEBP");
    // The lower half of the sheet is blank: what is not white there is the watermark, in red.
    const { width, height } = await sharp(picture).metadata();
    const half = {
      left: 0,
      top: Math.ceil(height * 0.55),
      width,
      height: Math.floor(height * 0.4),
    };
    const { channels } = await measure(picture, half);
    expect([Number(channels[0]?.min) > 180, Number(channels[1]?.min) < 200]).toEqual([true, true]);
    expect(await views()).toBe(Number(page));
  }
  const second = await knock(documentPage.loader, { id }, { user: staff, query: "?page=2" });
  expect(second.data).toMatchObject({
    page: 2,
    pageCount: 2,
    address: expect.stringMatching(/2$/),
  });
  // A request that only counts the pages is not a view.
  expect(await views()).toBe(2);
  for (const query of ["?page=3", "?page=21", "?page=0", "?page=-1", "?page=1e0", "?page="]) {
    for (const { loader } of [filePage, documentPage])
      expect((await knock(loader, { id }, { user: staff, query })).status, query).toBe(404);
  }
});

test("a photo as an iPhone takes it is drawn anew like every photo", async () => {
  const { token } = await asked();
  expect((await upload(token, HEIC_PHOTO, "drivers_licence")).status).toBe(303);
  const document = await findDocument(await newestDocument());
  expect(document).toMatchObject({ contentType: "image/webp" });
  const opened = document && (await openDocument(document, staff));
  if (!opened) throw new Error("It does not open.");
  const { format, width, height } = await sharp(opened).metadata();
  expect([format, width, height]).toEqual(["webp", 320, 240]);
  const { channels } = await measure(opened, { left: 10, top: 10, width: 9, height: 9 });
  expect([Number(channels[0]?.mean) < 60, Number(channels[2]?.mean) > 150]).toEqual([true, true]);
});

test("nobody else sees it, nor staff without a fresh factor", async () => {
  const { token } = await asked();
  await upload(token, pdf());
  const id = await newestDocument();
  const dealer = await storePerson("Dana Dealer", { role: "dealer" });
  const stale = { ...staff, lacksFreshFactor: true };
  for (const { loader } of [filePage, documentPage]) {
    for (const [user, status] of [
      [null, 302],
      [applicant, 403],
      [dealer, 403],
      [stale, 302],
      [staff, 200],
    ] as const) {
      expect((await knock(loader, { id }, { user })).status).toBe(status);
    }
    expect((await knock(loader, { id: randomUUID() }, { user: staff })).status).toBe(404);
    expect((await knock(loader, { id: "1;drop" }, { user: staff })).status).toBe(404);
  }
});

test("when the sealed answers' time is over the file and its key are gone", async () => {
  const { token } = await asked();
  await upload(token, pdf());
  const id = await newestDocument();
  const document = await findDocument(id);
  if (!document) throw new Error("There is no document.");
  expect((await openDocument(document, staff))?.includes(CANARY)).toBe(true);
  const before = (await storedFiles()).length;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 179 * DAY_MS });
  await deleteExpiredData();
  expect(await storedFiles()).toHaveLength(before);
  vi.setSystemTime(Date.now() + 2 * DAY_MS);
  await deleteExpiredData();
  expect(await storedFiles()).toEqual([]);
  expect(await db().select().from(documentTable)).toEqual([]);
  const keys = db().select().from(dataKeyTable).where(eq(dataKeyTable.ownerTable, "document"));
  expect(await keys).toEqual([]);
  expect(await openDocument(document, staff)).toBeNull();
});

test("withdrawn, an application's sealed answers and documents open for nobody from that moment", async () => {
  const { reference, token } = await asked();
  await upload(token, pdf());
  const document = await findDocument(await newestDocument());
  if (!document) throw new Error("There is no document.");
  const [sent] = await db()
    .select()
    .from(submissionTable)
    .where(eq(submissionTable.reference, reference));
  const sealed = { id: sent?.id ?? "", sealedAnswers: sent?.sealedAnswers ?? null };
  const open = () => db().transaction((transaction) => openSealedAnswers(transaction, sealed));
  expect(await open()).toMatchObject({ sinNumber: expect.any(String) });

  await db().transaction((transaction) =>
    withdrawApplication(transaction, reference, { byUserId: applicant.id }),
  );

  // Not even from the ciphertext, which a backup may still hold.
  expect(await open()).toBeNull();
  expect(await openDocument(document, staff)).toBeNull();
  expect(await findDocument(document.id)).toBeNull();
  expect((await upload(token, pdf())).status).toBe(404);
  const body = form({ intent: "documents", document: ["pay_stub"] });
  const again = await knock(leadPage.action, { reference }, { user: staff, body });
  expect(again).toMatchObject({
    status: 409,
    data: { refused: expect.stringMatching(/withdrew/) },
  });
  expect(
    await db()
      .select()
      .from(dataKeyTable)
      .where(inArray(dataKeyTable.recordId, [document.id, sealed.id])),
  ).toEqual([]);
  await deleteExpiredData();
  const isOfIt = eq(documentTable.id, document.id);
  expect(await db().$count(documentTable, isOfIt)).toBe(0);
  const { to } = await mailTo(await emailOf(reference), /has been withdrawn/);
  expect(to).toContain("@example.com");
});

test("nobody is asked for documents of an application that they withdraw at the same moment", async () => {
  const { reference } = await asked();
  const body = form({ intent: "documents", document: ["pay_stub"] });
  const [, response] = await crossing(
    (transaction) => withdrawApplication(transaction, reference, { byUserId: applicant.id }),
    () => knock(leadPage.action, { reference }, { user: staff, body }),
  );
  expect(response).toMatchObject({
    status: 409,
    data: { refused: expect.stringMatching(/withdrew/) },
  });
});

async function emailOf(reference: string): Promise<string> {
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.reference, reference));
  return lead?.email ?? "";
}

test("who sends files that are never drawn leaves the decoder to the other links", async () => {
  const [one, other] = [await asked(), await asked()];
  const answered: string[] = [];
  const send = async (what: string, token: string, file: Buffer) => {
    const { status } = await upload(token, file);
    answered.push(`${what} ${status}`);
  };
  // The decoder renders two at a time.
  await Promise.all([
    send("endless", one.token, writeSelfDrawingPdf()),
    send("endless", one.token, writeSelfDrawingPdf()),
    send("pay stub", other.token, pdf()),
  ]);
  expect(answered).toEqual(["pay stub 303", "endless 422", "endless 422"]);
});
