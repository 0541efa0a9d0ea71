import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { defineForm } from "#forms/define-form.ts";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { OWNED_RECORD_VERSION, RECORD_VERSION } from "#platform/vault/envelope.server.ts";
import { sealForRecord } from "#platform/vault/record-vault.server.ts";
import { vault } from "#platform/vault/vault.server.ts";
import {
  changeDraft,
  deleteDrafts,
  findDraft,
  lockUnchangedDraft,
  markDraftSent,
  moveDraft,
  moveDrafts,
} from "./draft.server.ts";
import { draftTable } from "./draft.table.ts";

const form = defineForm({
  name: "draft-test",
  version: 1,
  basePath: "/draft-test",
  messagePrefix: "call_back_form",
  steps: [{ slug: "one", questions: [{ kind: "person-name", name: "name" }] }],
});

useMessages();

const keep = (visitor: string, name: string) =>
  changeDraft(visitor, form, (_draft, saveDraft) => saveDraft({ answers: { name }, consents: [] }));

async function findRow(id: string) {
  const [row] = await db().select().from(draftTable).where(eq(draftTable.id, id));
  if (!row) throw new Error("There is no such draft.");
  return row;
}

test("a draft opens for its own visitor only, also where somebody changes the row", async () => {
  await keep("visitor one", "Noah");
  expect((await findDraft("visitor one", form))?.answers).toEqual({ name: "Noah" });
  expect(await findDraft("visitor two", form)).toBeNull();
  await db().execute(
    sql`update draft set visitor_hash = 'visitor two' where visitor_hash = 'visitor one'`,
  );
  expect(await findDraft("visitor two", form)).toBeNull();
});

test("ciphertexts and rows swapped between visitors never open", async () => {
  const visitors = ["a", "b", "c", "d"].map((letter) => `swapped ${letter}`);
  const rows: (typeof draftTable.$inferSelect)[] = [];
  for (const visitor of visitors) rows.push(await findRow((await keep(visitor, visitor)).id));
  const [first] = rows;
  const any = fc.constantFrom(...rows);
  const restore = async () => {
    for (const visitor of visitors) await deleteDrafts(visitor);
    await db().insert(draftTable).values(rows);
  };
  await fc.assert(
    fc.asyncProperty(any, any, fc.boolean(), async (from, into, isWholeRow) => {
      if (isWholeRow) {
        // Moves the row itself, with its key, to the other visitor.
        await deleteDrafts(into.visitorHash);
        await db()
          .update(draftTable)
          .set({ visitorHash: into.visitorHash })
          .where(eq(draftTable.id, from.id));
        if (from === into) await restore();
      } else {
        await db()
          .update(draftTable)
          .set({ sealedContent: from.sealedContent })
          .where(eq(draftTable.id, into.id));
      }
      const opened = await findDraft(into.visitorHash, form);
      expect(opened?.answers ?? null).toEqual(from === into ? { name: into.visitorHash } : null);
      await restore();
    }),
    { numRuns: 60, seed: 13 },
  );
  expect(first?.sealedContent[0]).toBe(OWNED_RECORD_VERSION);
});

test("a draft that changes hands is sealed anew, and an older copy of it opens for neither", async () => {
  const { id } = await keep("first hands", "Zoé");
  const before = await findRow(id);
  await db().transaction((transaction) => moveDraft(transaction, form, id, "second hands"));
  expect((await findDraft("second hands", form))?.answers).toEqual({ name: "Zoé" });
  expect(await findDraft("first hands", form)).toBeNull();
  await db()
    .update(draftTable)
    .set({ sealedContent: before.sealedContent })
    .where(eq(draftTable.id, id));
  expect(await findDraft("second hands", form)).toBeNull();
});

const PLACE = { table: "draft", column: "sealed_content" };
const OLDER = {
  "of version 1": (text: string, recordId: string) => vault().seal(text, { ...PLACE, recordId }),
  "of version 2": (text: string, recordId: string) =>
    db().transaction((transaction) => sealForRecord(transaction, text, { ...PLACE, recordId })),
};

const read = (visitor: string) => changeDraft(visitor, form, async (draft) => draft);

test("who changes a draft while it is sent finds it sent", async () => {
  const draft = await keep("sends", "Noah");
  const [, found] = await crossing(
    async (transaction) => {
      await lockUnchangedDraft(transaction, draft);
      await markDraftSent(transaction, draft, "SENT2345");
    },
    () => read("sends"),
  );
  expect(found?.sentReference).toBe("SENT2345");
});

test.each<[string, (transaction: Transaction, id: string) => Promise<unknown>]>([
  ["by its link", (transaction, id) => moveDraft(transaction, form, id, "has it by its link")],
  ["with the cookie", (transaction) => moveDrafts(transaction, "had it with the cookie", "after")],
])("who changes a draft while it is handed over %s has it no more", async (how, move) => {
  const { id } = await keep(`had it ${how}`, "Noah");
  const [, found] = await crossing(
    (transaction) => move(transaction, id),
    () => read(`had it ${how}`),
  );
  expect(found).toBeNull();
});

test.each(Object.entries(OLDER))(
  "a draft %s opens for its visitor only, and is bound to them when it is kept again",
  async (version, seal) => {
    const visitor = `visitor ${version}`;
    const { id } = await keep(visitor, "Amara");
    const content = { visitorHash: visitor, answers: { name: "Amara" }, consents: [] };
    const sealedContent = await seal(JSON.stringify(content), id);
    expect(sealedContent[0]).toBeLessThanOrEqual(RECORD_VERSION);
    await db().update(draftTable).set({ sealedContent }).where(eq(draftTable.id, id));
    expect((await findDraft(visitor, form))?.answers).toEqual({ name: "Amara" });
    await db().update(draftTable).set({ visitorHash: "thief" }).where(eq(draftTable.id, id));
    expect(await findDraft("thief", form)).toBeNull();
    await db().update(draftTable).set({ visitorHash: visitor }).where(eq(draftTable.id, id));
    await keep(visitor, "Amara B.");
    expect((await findRow(id)).sealedContent[0]).toBe(OWNED_RECORD_VERSION);
    expect((await findDraft(visitor, form))?.answers).toEqual({ name: "Amara B." });
  },
);
