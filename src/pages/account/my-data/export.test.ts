import { randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { consentTable } from "#domain/lead/consent.table.ts";
import { accountTable, sessionTable, userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import {
  handleWithdrawal,
  loadApplications,
} from "#pages/account/my-requests/applications.server.ts";
import * as exportPage from "./export.page.ts";

useTestDatabase();
useTestVault();

const AMARA: SignedInUser = {
  id: "amara",
  name: "Amara Okafor",
  email: "amara@example.com",
  role: "buyer",
  phone: null,
  locale: "en",
};

beforeAll(async () => {
  for (const id of ["amara", "noah"]) {
    await db()
      .insert(userTable)
      .values({ id, name: id, email: `${id}@example.com` });
    await db()
      .insert(accountTable)
      .values({ id, accountId: id, userId: id, providerId: "credential", password: "SECRET-hash" });
    await db()
      .insert(sessionTable)
      .values({ id, token: `SECRET-${id}`, userId: id, expiresAt: new Date(Date.now() + 60_000) });
  }
  await application({ reference: "MINE2345", userId: "amara", email: "typed@example.com" });
  await application({ reference: "MAIL2345", userId: null, email: "Amara@example.com" });
  await application({ reference: "NOAH2345", userId: "noah", email: "noah@example.com" });
});
async function application(input: { reference: string; userId: string | null; email: string }) {
  const { reference, userId, email } = input;
  const submissionId = randomUUID();
  await db()
    .insert(submissionTable)
    .values({
      id: submissionId,
      reference,
      userId,
      formName: "call-back",
      formVersion: 1,
      locale: "en",
      answers: { message: `ANSWER-${reference}` },
      sealedAnswers: Buffer.from("SECRET-sealed"),
    });
  await db()
    .insert(leadTable)
    .values({ reference, submissionId, kind: "call_back", email, locale: "en" });
  await db()
    .insert(consentTable)
    .values({
      submissionId,
      purpose: "marketing_email",
      text: `CONSENT-${reference}`,
      textSha256: "",
      textVersion: 1,
      locale: "en",
      channel: "web",
    });
}

const ask = (format: string) =>
  exportPage.loader({
    request: new Request(`http://site.test/account/export?format=${format}`),
    context: makeContext({ user: AMARA }),
  });

test("comes as JSON and as a ZIP of CSV with a whole directory", async () => {
  const json = await ask("json");
  expect(json.headers.get("content-disposition")).toContain("my-data.json");
  expect(json.headers.get("cache-control")).toBe("no-store");
  expect(await json.json()).toHaveProperty("user");

  const files = readZip(Buffer.from(await (await ask("csv")).arrayBuffer()));
  expect(files.get("user.csv")).toContain("amara@example.com");
  expect([...files.keys()]).toContain("consent.csv");
});

/** Reads an archive from its end, as APPNOTE.TXT §4.3 tells readers to. */
function readZip(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf("PK\x05\x06");
  const files = new Map<string, string>();
  let entry = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(entry) === 0x02014b50) {
    const nameLength = zip.readUInt16LE(entry + 28);
    const sizeBytes = zip.readUInt32LE(entry + 24);
    const local = zip.readUInt32LE(entry + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + sizeBytes);
    expect(crc32(content)).toBe(zip.readUInt32LE(entry + 16));
    files.set(zip.toString("utf8", entry + 46, entry + 46 + nameLength), content.toString());
    entry += 46 + nameLength + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  expect(files.size).toBe(zip.readUInt16LE(end + 10));
  return files;
}

test("one's applications are those sent signed in or with one's address; consents can be taken back", async () => {
  const page = (body?: URLSearchParams) => ({
    request: new Request("http://site.test/account/applications", {
      method: body ? "POST" : "GET",
      ...(body ? { body } : {}),
    }),
    context: makeContext({ user: AMARA }),
  });
  const mine = await loadApplications(page());
  expect(mine.map(({ reference }) => reference).toSorted()).toEqual(["MAIL2345", "MINE2345"]);

  const all = await db().select().from(consentTable);
  const terms = all.find(({ text }) => text === "CONSENT-MINE2345");
  const [accepted] = await db()
    .insert(consentTable)
    .values({ ...terms!, id: undefined, purpose: "sell_car_terms", text: "TERMS" })
    .returning();
  const consents = (await loadApplications(page())).flatMap((each) => each.consents);
  expect(consents.map(({ text, isWithdrawable }) => [text, isWithdrawable])).toEqual(
    expect.arrayContaining([
      ["TERMS", false],
      ["CONSENT-MINE2345", true],
    ]),
  );
  for (const { id } of [...all, accepted!]) {
    await handleWithdrawal(page(new URLSearchParams({ consent: id }))).catch(() => undefined);
  }
  const unreadable = handleWithdrawal(page(new URLSearchParams({ consent: "\0" })));
  await expect(unreadable).rejects.toMatchObject({ init: { status: 422 } });
  const after = await db().select().from(consentTable);
  const withdrawn = after.filter(({ withdrawnAt }) => withdrawnAt !== null);
  expect(withdrawn.map(({ text }) => text).toSorted()).toEqual([
    "CONSENT-MAIL2345",
    "CONSENT-MINE2345",
  ]);
});
