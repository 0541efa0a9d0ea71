import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { dataKeyTable } from "./data-key.table.ts";
import {
  openFileForRecord,
  openForRecord,
  sealFileForRecord,
  sealForRecord,
  shredRecords,
} from "./record-vault.server.ts";
import { useTestVault } from "./test-vault.server.ts";
import { vault } from "./vault.server.ts";

useTestDatabase();
useTestVault();

const seal = (plaintext: string, context: Context) =>
  db().transaction((transaction) => sealForRecord(transaction, plaintext, context));
const open = (bytes: Buffer, context: Context) => openForRecord(db(), bytes, context);

type Context = { table: string; column: string; recordId: string; owner?: string };
const newContext = (changed: Partial<Context> = {}): Context => ({
  table: "submission",
  column: "sealed_answers",
  recordId: randomUUID(),
  ...changed,
});

test("values of a record open to what they were, and share one key", async () => {
  const context = newContext();
  const other = { ...context, column: "sealed_more" };
  const [responses, more] = [await seal("130692544", context), await seal("", other)];
  expect(responses.includes("130692544")).toBe(false);
  expect(await open(responses, context)).toEqual({ ok: true, plaintext: "130692544" });
  expect(await open(more, other)).toEqual({ ok: true, plaintext: "" });
  const keys = await db()
    .select()
    .from(dataKeyTable)
    .where(eq(dataKeyTable.recordId, context.recordId));
  expect(keys).toHaveLength(1);
});

test("many that seal for a new record at once agree on its key", async () => {
  const context = newContext();
  const sealed = await Promise.all(Array.from({ length: 8 }, (_, n) => seal(`${n}`, context)));
  for (const [index, bytes] of sealed.entries()) {
    expect(await open(bytes, context)).toEqual({ ok: true, plaintext: `${index}` });
  }
});

test("files come out byte for byte, and only as files", async () => {
  const context = newContext({ table: "document", column: "file" });
  const file = Buffer.from(Array.from({ length: 5_000 }, (_, index) => index % 256));
  const sealed = await db().transaction((transaction) =>
    sealFileForRecord(transaction, file, context),
  );
  expect(await openFileForRecord(db(), sealed, context)).toEqual({ ok: true, bytes: file });
  expect((await openFileForRecord(db(), file, context)).ok).toBe(false);
});

test("what was sealed before records had keys still opens", async () => {
  const context = newContext();
  const before = await vault().seal("130692544", context);
  expect(await open(before, context)).toEqual({ ok: true, plaintext: "130692544" });
});

test("a holder's value opens for nobody else, nor where no holder is named", async () => {
  const context = newContext({ owner: "one" });
  const { owner: _, ...nobody } = context;
  const [bound, free] = [await seal("130692544", context), await seal("130692544", nobody)];
  expect(await open(bound, context)).toEqual({ ok: true, plaintext: "130692544" });
  for (const other of [{ ...nobody, owner: "other" }, { ...nobody, owner: "" }, nobody]) {
    expect(await open(bound, other)).toEqual({ ok: false, code: "tampered" });
  }
  // A changed version byte does not make it a valid value of another version.
  const relabelled = Buffer.concat([free.subarray(0, 1), bound.subarray(1)]);
  expect(await open(relabelled, context)).toEqual({ ok: false, code: "tampered" });
  expect(await open(Buffer.concat([bound.subarray(0, 1), free.subarray(1)]), context)).toEqual({
    ok: false,
    code: "tampered",
  });
});

test("ciphertexts swapped between tables, columns, records and holders never open", async () => {
  const records = [randomUUID(), randomUUID(), randomUUID()];
  const contexts = ["submission", "draft"].flatMap((table) =>
    ["sealed_answers", "sealed_content"].flatMap((column) =>
      records.flatMap((recordId): Context[] => [
        { table, column, recordId },
        { table, column, recordId, owner: "one" },
        { table, column, recordId, owner: "two" },
      ]),
    ),
  );
  const sealed = await Promise.all(
    contexts.map((context) => seal(JSON.stringify(context), context)),
  );
  const any = fc.nat({ max: contexts.length - 1 });
  await fc.assert(
    fc.asyncProperty(any, any, async (from, into) => {
      const opened = await open(sealed[from] ?? Buffer.of(), contexts[into] ?? newContext());
      // A value that was sealed without an owner is bound only to its record.
      const { owner: _, ...columnId } = contexts[into] ?? newContext();
      const isOwn =
        contexts[from]?.owner === undefined
          ? isDeepStrictEqual(contexts[from], columnId)
          : from === into;
      expect(opened).toEqual(
        isOwn
          ? { ok: true, plaintext: JSON.stringify(contexts[from]) }
          : { ok: false, code: "tampered" },
      );
    }),
    { numRuns: 300, seed: 9 },
  );
  // A key that was moved to another record cannot be opened either.
  const [one, other] = records;
  const [stolen] = await db()
    .select()
    .from(dataKeyTable)
    .where(eq(dataKeyTable.recordId, one ?? ""));
  await db()
    .update(dataKeyTable)
    .set({ sealedKey: stolen?.sealedKey ?? Buffer.of() })
    .where(eq(dataKeyTable.recordId, other ?? ""));
  for (const [index, context] of contexts.entries()) {
    if (context.recordId !== other) continue;
    expect((await open(sealed[index] ?? Buffer.of(), context)).ok).toBe(false);
  }
});

test("altered bytes do not open", async () => {
  const context = newContext();
  const sealed = await seal("130692544", context);
  for (let index = 0; index < sealed.length; index += 7) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(index) ^ 1, index);
    expect((await open(altered, context)).ok, `byte ${index}`).toBe(false);
  }
});

test("a shredded record opens never again, and its neighbours do", async () => {
  const [gone, retained] = [newContext(), newContext()];
  const [goneBytes, cachedBytes] = [await seal("a", gone), await seal("b", retained)];
  await shredRecords(db(), "submission", [gone.recordId]);
  expect(await open(goneBytes, gone)).toEqual({ ok: false, code: "shredded" });
  expect(await open(cachedBytes, retained)).toEqual({ ok: true, plaintext: "b" });
});
