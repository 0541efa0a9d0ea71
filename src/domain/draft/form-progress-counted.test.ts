import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { formProgressTable } from "#domain/form-progress/form-progress.table.ts";
import { defineForm } from "#forms/define-form.ts";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { changeDraft, findDraft, markDraftSent } from "./draft.server.ts";

const name = (question: string) => ({ kind: "person-name", name: question }) as const;
const form = defineForm({
  name: "progress-test",
  version: 1,
  basePath: "/progress-test",
  messagePrefix: "call_back_form",
  steps: [
    { slug: "one", questions: [name("first")] },
    { slug: "two", questions: [name("second"), name("third")] },
    { slug: "three", questions: [name("fourth")] },
  ],
});

useMessages();

/** Another visitor in each test. */
let who: string;

beforeEach(async ({ task }) => {
  who = task.name;
  await db().delete(formProgressTable);
});

const keep = (visitor: string, answers: Record<string, string>) =>
  changeDraft(visitor, form, (_draft, save) => save({ answers, consents: [] }));

async function send(visitor: string): Promise<void> {
  const draft = await findDraft(visitor, form);
  if (!draft) throw new Error("There is no such draft.");
  await db().transaction((transaction) => markDraftSent(transaction, draft, "PG-1"));
}

async function readCounts(): Promise<Record<string, number>> {
  const rows = await db()
    .select()
    .from(formProgressTable)
    .where(eq(formProgressTable.formName, form.name));
  return Object.fromEntries(rows.map(({ point, people }) => [point, people]));
}

const ONE = { first: "Noah" };
const TWO = { ...ONE, second: "Emma", third: "Liam" };

test("counts each step of each person once, and no step that is not complete", async () => {
  await keep(who, {});
  expect(await readCounts()).toEqual({ begun: 1 });
  await keep(who, { ...ONE, second: "Emma" });
  expect(await readCounts()).toEqual({ begun: 1, one: 1 });
  await keep(`${who} too`, TWO);
  expect(await readCounts()).toEqual({ begun: 2, one: 2, two: 1 });
});

test("an answer that is taken back and given again counts once", async () => {
  await keep(who, TWO);
  await keep(who, {});
  await keep(who, TWO);
  expect(await readCounts()).toEqual({ begun: 1, one: 1, two: 1 });
});

test("whoever sends the form and begins again is one more person", async () => {
  await keep(who, TWO);
  await send(who);
  await keep(who, ONE);
  expect(await readCounts()).toEqual({ begun: 2, one: 2, two: 1, sent: 1 });
});

test("people at the same time are all counted", async () => {
  await Promise.all(Array.from({ length: 8 }, (_, at) => keep(`person ${at}`, TWO)));
  expect(await readCounts()).toEqual({ begun: 8, one: 8, two: 8 });
});
