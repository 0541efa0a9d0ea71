import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { draftTable } from "#domain/draft/draft.table.ts";
import { creditApplicationForm as form } from "#domain/credit-application/credit-application.form.ts";
import { creditApplicationHandler as handler } from "#domain/credit-application/credit-application-handler.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { validPost } from "#forms/form-cases.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { createDatabase, dropDatabase } from "#packages/embedded-postgres/databases";
import { withClient } from "#platform/backup/catalogue.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { env } from "#platform/env/env.server.ts";
import { replaceKeyFile, rotateVaultKeys } from "#platform/vault/key-file.server.ts";
import { keyFilePath, loadKeys } from "#platform/vault/vault.server.ts";
import { dataKeyTable } from "#platform/vault/data-key.table.ts";
import { openForRecord } from "#platform/vault/record-vault.server.ts";
import { backUp, restore } from "#server/backup-commands.ts";
import { SEALED_COLUMNS } from "#server/sealed-columns.ts";
import { useSite } from "#server/site.fixture.ts";
import { deleteExpiredData, RECORDS_WITH_KEYS } from "./expired-data.server.ts";

/** Each test makes complete backups and restores them. */
const MOST_MS = 120_000;
const site = useSite();
let folder: string;
const made: string[] = [];
const said = vi.spyOn(console, "log").mockReturnValue();
const warned = vi.spyOn(console, "warn").mockReturnValue();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "forgotten-backup-"));
  const keyFile = join(folder, "key");
  await writeFile(keyFile, randomBytes(32).toString("base64"), { mode: 0o600 });
  vi.stubEnv("BACKUP_KEY_FILE", keyFile);
  vi.stubEnv("DATA_DIR", join(folder, "data"));
});

afterEach(() => vi.useRealTimers());

afterAll(async () => {
  vi.unstubAllEnvs();
  said.mockRestore();
  warned.mockRestore();
  for (const name of made) await dropDatabase(inject("testPostgres").url, name);
  await rm(folder, { recursive: true });
});

const DAY_MS = 24 * 60 * 60_000;

async function apply(): Promise<string> {
  const submissionId = randomUUID();
  const fields = { submissionId, ...validPost(form, now()), sinNumber: "193 456 787" };
  const visitor = readVisitor({ context: makeContext({ visitorHash: randomUUID() }) });
  const sent = await receivePost(handler, rawFields(fields), visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  return submissionId;
}

async function backUpSite(name: string): Promise<string> {
  vi.stubEnv("DATABASE_URL", site.url);
  const file = join(folder, name);
  expect(await backUp([file])).toBe(0);
  return file;
}

/** What `verify` finds in an empty database into which the backup was restored. */
async function lookIntoRestored<Result>(
  file: string,
  load: (restored: NodePgDatabase) => Promise<Result>,
): Promise<Result> {
  const name = `restored_${randomUUID().replaceAll("-", "")}`;
  made.push(name);
  const url = await createDatabase(inject("testPostgres").url, name);
  vi.stubEnv("DATABASE_URL", url);
  said.mockClear();
  warned.mockClear();
  expect(await restore([file])).toBe(0);
  return withClient(url, (client) => load(drizzle(client)));
}

async function openAnswers(database: NodePgDatabase, id: string) {
  const [row] = await database.select().from(submissionTable).where(eq(submissionTable.id, id));
  const context = { table: "submission", column: "sealed_answers", recordId: id };
  return openForRecord(database, row?.sealedAnswers ?? Buffer.of(), context);
}

async function openDraft(database: NodePgDatabase, visitorHash: string) {
  const [row] = await database
    .select()
    .from(draftTable)
    .where(eq(draftTable.visitorHash, visitorHash));
  const context = {
    table: "draft",
    column: "sealed_content",
    recordId: row?.id ?? "",
    ...(row && { owner: row.visitorHash }),
  };
  return openForRecord(database, row?.sealedContent ?? Buffer.of(), context);
}

/** Keys and messages have their own ends; a delivery target says nothing of any person. */
const WITHOUT_KEY = ["data_key", "message", "delivery_target"];

test("every sealed column of what people said belongs to a record with a key", () => {
  const others = SEALED_COLUMNS.filter(({ table }) => !WITHOUT_KEY.includes(table));
  const owners = RECORDS_WITH_KEYS.map(({ table, column }) => ({ table, column }));
  expect(owners.toSorted((a, b) => (a.table < b.table ? -1 : 1))).toEqual(
    others.map(({ table, column }) => ({ table, column })),
  );
});

test(
  "yesterday's backup does not open a record that retention forgot",
  { timeout: MOST_MS },
  async () => {
    const forgotten = await apply();
    const draftVisitor = randomUUID();
    await changeDraft(draftVisitor, form, (_draft, keep) =>
      keep({ answers: { sinNumber: "193456787" }, consents: [] }),
    );
    const early = await backUpSite("early");
    await lookIntoRestored(early, async (restored) => {
      expect((await openAnswers(restored, forgotten)).ok).toBe(true);
      expect((await openDraft(restored, draftVisitor)).ok).toBe(true);
    });

    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 181 * DAY_MS });
    const young = await apply();
    const yesterday = await backUpSite("yesterday");
    await deleteExpiredData();
    const today = await backUpSite("today");

    const shredded = { ok: false, code: "shredded" };
    for (const file of [early, yesterday]) {
      await lookIntoRestored(file, async (restored) => {
        expect(await openAnswers(restored, forgotten)).toEqual(shredded);
        expect(await openDraft(restored, draftVisitor)).toEqual(shredded);
        const keys = await restored.select().from(dataKeyTable);
        expect(keys.map(({ recordId }) => recordId)).toEqual([young]);
      });
    }
    for (const file of [yesterday, today]) {
      expect(
        await lookIntoRestored(file, (restored) => openAnswers(restored, young)),
      ).toMatchObject({
        ok: true,
      });
    }
    expect((await readdir(folder)).toSorted()).toEqual([
      "early",
      "key",
      "record-keys.backup",
      "today",
      "yesterday",
    ]);

    await rm(join(folder, "record-keys.backup"));
    const alone = await lookIntoRestored(today, (restored) => openAnswers(restored, young));
    expect(alone).toEqual(shredded);
    expect(said).toHaveBeenCalledWith(expect.stringContaining("sealed answers do not open until"));
  },
);

test(
  "a restore says before it starts what will not open any more",
  { timeout: MOST_MS },
  async () => {
    vi.stubEnv("KEY_FILE", keyFilePath(env()));
    await apply();
    await db().transaction((transaction) =>
      notify(transaction, {
        event: "draft_link",
        to: "amara@example.com",
        locale: "en",
        params: { id: randomUUID() },
      }),
    );
    const old = await loadKeys(env(), { mayCreate: false });
    if (!old.ok) throw new Error(old.detail);
    const file = await backUpSite("before the keys were destroyed");
    await lookIntoRestored(file, async () => undefined);
    expect(warned).not.toHaveBeenCalled();

    const { active, macSecret } = rotateVaultKeys(old.keys);
    const byId = new Map([[active.id, active]]);
    await replaceKeyFile(keyFilePath(env()), { active, macSecret, byId });
    await lookIntoRestored(file, async () => undefined);
    const sentences = warned.mock.calls.map(([text]) => String(text));
    for (const column of ["data_key.sealed_key", "message.sealed_params"]) {
      expect(sentences).toContainEqual(
        expect.stringMatching(
          new RegExp(`^${column}: \\d+ sealed values .* need key ${old.keys.active.id}, `),
        ),
      );
    }
    expect(sentences).toContainEqual(
      expect.stringMatching(/^submission.sealed_answers: \d+ .* holds no key of theirs that opens/),
    );
    expect(warned.mock.invocationCallOrder[0]).toBeLessThan(said.mock.invocationCallOrder[0] ?? 0);
  },
);
