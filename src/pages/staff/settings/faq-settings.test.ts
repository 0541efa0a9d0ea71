import { beforeAll, beforeEach, expect, test } from "vitest";
import { settingTable } from "#domain/setting/setting.table.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { resultOf } from "#pages/public/form-journey/journey.fixture.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import {
  arrangeQuestions,
  listHomeQuestions,
  listQuestions,
} from "#pages/public/information/faq-questions.server.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { Locale } from "#values/locale.ts";
import * as page from "./faq-settings.page.tsx";

useSite();

let admin: SignedInUser;
beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
});
beforeEach(() => db().delete(settingTable));

const post = (fields: Record<string, string>) =>
  resultOf<unknown>(async () =>
    page.action({
      request: new Request("http://site.test/staff/settings/faq", {
        method: "POST",
        body: new URLSearchParams(fields),
      }),
      context: makeContext({ user: admin }),
      params: {},
    } as never),
  );

const press = (intent: string, question: string) => post({ intent, question });

const WORDS = {
  topic: "buying",
  place: "home",
  questionEn: "Do you deliver?",
  answerEn: "Yes: see [our cars](/cars).\n\nIt’s free near us.",
  questionFr: "Livrez-vous ?",
  answerFr: "Oui : voyez [nos autos](/cars).\n\nC’est gratuit près de chez nous.",
};
const save = (fields: Record<string, string>) => post({ intent: "question", ...WORDS, ...fields });

const shown = async (topic: string, locale: Locale = "en") =>
  listQuestions(await readSettings(), locale).find(({ id }) => id === topic)?.questions ?? [];
const idsOf = async (topic: string) => (await shown(topic)).map(({ id }) => id);
const onHome = async () => listHomeQuestions(await readSettings(), "en").map(({ id }) => id);

test("without the operator’s words there are SPEC’s four on the home page, and nobody’s are on two topics", async () => {
  expect(await onHome()).toEqual(["zero-down", "safety", "start", "vehicles"]);
  const ids = arrangeQuestions(await readSettings()).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("an own question is on its topic and the home page, in both languages, with its links", async () => {
  expect(await save({})).toMatchObject({ status: 303 });
  expect((await idsOf("buying")).at(-1)).toBe("do-you-deliver");
  expect((await shown("buying", "fr")).at(-1)).toEqual({
    id: "do-you-deliver",
    question: "Livrez-vous ?",
    answer: "Oui : voyez nos autos.\n\nC’est gratuit près de chez nous.",
    paragraphs: [
      ["Oui : voyez ", { text: "nos autos", href: "/fr/cars" }, "."],
      ["C’est gratuit près de chez nous."],
    ],
  });
  expect(await onHome()).toEqual(["zero-down", "safety", "start", "vehicles", "do-you-deliver"]);
  // A second one of the same words has an address of its own, and a change keeps the first one's.
  await save({});
  await save({ question: "do-you-deliver", questionEn: "Do you bring it?", place: "faq" });
  expect((await idsOf("buying")).slice(-2)).toEqual(["do-you-deliver", "do-you-deliver-2"]);
  expect((await shown("buying")).at(-2)).toMatchObject({ question: "Do you bring it?" });
  await press("remove", "do-you-deliver");
  expect((await idsOf("buying")).at(-1)).toBe("do-you-deliver-2");
  expect(await press("remove", "do-you-deliver")).toMatchObject({ status: 404 });
});

test("a question of the site is replaced, hidden, moved, and put back", async () => {
  const before = await idsOf("credit");
  await save({ question: "zero-down", topic: "credit" });
  expect(await idsOf("credit")).toEqual(before);
  expect((await shown("credit"))[0]).toMatchObject({ question: "Do you deliver?" });
  await press("hide", "start");
  expect(await onHome()).toEqual(["zero-down", "safety", "vehicles"]);
  await press("show", "start");
  await press("down", "zero-down");
  await press("up", "final");
  expect(await idsOf("credit")).toEqual(["start", "final", "zero-down", ...before.slice(3)]);
  await press("up", "start");
  expect((await idsOf("credit"))[0]).toBe("start");
  await press("remove", "zero-down");
  expect((await shown("credit"))[2]).toMatchObject({ id: "zero-down", answer: /./u });
  expect((await shown("credit"))[2]?.question).not.toBe("Do you deliver?");
});

test.each([
  [{ answerFr: "" }],
  [{ questionFr: "" }],
  [{ answerEn: "[Press](javascript:alert(1))" }],
  [{ topic: "weather" }],
])("%o is refused, and nothing is stored", async (fields) => {
  expect(await save(fields)).toMatchObject({ status: 422 });
  expect(await readSettings()).toMatchObject({ faqQuestions: [] });
});

test("there is an end to how many", async () => {
  const one = { ...WORDS, topic: "buying", place: "faq" };
  await db()
    .insert(settingTable)
    .values({
      name: "faqQuestions",
      value: Array.from({ length: 40 }, (_, index) => ({ ...one, id: `own-${index}` })),
      changedAt: new Date(),
    });
  expect(await save({})).toMatchObject({ status: 422 });
  expect((await readSettings()).faqQuestions).toHaveLength(40);
  expect(await save({ question: "own-7" })).toMatchObject({ status: 303 });
});
