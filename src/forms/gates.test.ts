import { expect, test } from "vitest";
import { defineForm, type Step } from "./define-form.ts";
import {
  type Gate,
  isPassed,
  passGate,
  questionsAnsweredByGates,
  activeConsents,
} from "./gates.ts";
import { destinationAfter, isReachable } from "./steps.ts";

const gate = {
  name: "rules",
  before: "send",
  until: { agreedTo: ["share", "contact"], words: (locale) => `Rules (${locale})`, version: 1 },
  dependsOn: ["at"],
  answers: "rulesAccepted",
} as const satisfies Gate;

const steps: [Step, Step, Step] = [
  { slug: "where", questions: [{ kind: "place", name: "at" }] },
  { slug: "note", questions: [{ kind: "text", name: "note", optional: true }] },
  { slug: "send", questions: [{ kind: "consent", name: "rulesAccepted" }] },
];

const define = (...gates: Gate[]) =>
  defineForm({ name: "f", version: 1, basePath: "/f", messagePrefix: "f", steps, gates });

const form = define(gate);
const at = new Date("2026-11-21T17:00:00Z");
const calgary = { text: "Calgary, AB", province: "AB", city: "Calgary" } as const;
const answers = { at: calgary };
const agreed = passGate(gate, [], { locale: "fr", at });

test("what lies behind a gate opens with an agreement to every purpose", () => {
  expect(isReachable(form, "note", { answers, consents: [] })).toBe(true);
  expect(isReachable(form, "send", { answers, consents: [] })).toBe(false);
  expect(isReachable(form, "send", { answers, consents: agreed.slice(1) })).toBe(false);
  expect(isReachable(form, "send", { answers, consents: agreed })).toBe(true);
  expect(destinationAfter(form, "note", answers)).toEqual({ gate });
});

test("an agreement keeps its words, language and time, and answers the form's question", () => {
  const input = { text: "Rules (fr)", locale: "fr", givenAt: at.toISOString() };
  expect(agreed).toEqual([
    { purpose: "share", ...input },
    { purpose: "contact", ...input },
  ]);
  expect(passGate(gate, agreed, { locale: "en", at })).toHaveLength(2);
  expect(questionsAnsweredByGates(form, agreed)).toEqual(["rulesAccepted"]);
  expect(questionsAnsweredByGates(form, [])).toEqual([]);
});

test("a box may be left out, and is taken back by passing the gate without it", () => {
  const offering = { ...gate, offers: ["call", "mail"] } as const satisfies Gate;
  const call = { purpose: "call", text: "Call me", version: 4 };
  const mail = { purpose: "mail", text: "Mail me", version: 4, recipientId: "north" };
  const both = passGate(offering, [], { locale: "fr", at, ticked: [call, mail] });
  const input = { locale: "fr", givenAt: at.toISOString() };
  expect(both.slice(2)).toEqual([
    { ...call, ...input },
    { ...mail, ...input },
  ]);
  const one = passGate(offering, both, { locale: "fr", at, ticked: [call] });
  expect(one.map(({ purpose }) => purpose)).toEqual(["share", "contact", "call"]);
  expect(isPassed(offering, passGate(offering, one, { locale: "fr", at }))).toBe(true);
  const moved = { answers: {}, consents: both };
  expect(activeConsents(define(offering), answers, moved)).toEqual([]);
});

test("an agreement to other words, or to these in another language's name, opens nothing", () => {
  expect(isPassed(gate, agreed)).toBe(true);
  expect(
    isPassed(
      gate,
      agreed.map((each) => ({ ...each, text: "Older rules" })),
    ),
  ).toBe(false);
  expect(
    isPassed(
      gate,
      agreed.map((each) => ({ ...each, locale: "en" })),
    ),
  ).toBe(false);
});

test.each([
  ["the same answer again", { at: { ...calgary } }, 2],
  ["an answer that it does not rest on", { at: calgary, note: "Hello" }, 2],
  ["another town", { at: { ...calgary, text: "Banff, AB", city: "Banff" } }, 0],
  ["a place that is known better", { at: { ...calgary, lat: 51 } }, 0],
  ["the answer taken back", {}, 0],
])("%s leaves the agreement or undoes it", (_what, changed, active) => {
  const consents = [...agreed, { ...agreed[0]!, purpose: "elsewhere" }];
  const progress = { answers: changed, consents };
  expect(activeConsents(form, answers, progress)).toHaveLength(active + 1);
});

test.each([
  ["named like a step", { ...gate, name: "note" }, /a step and a gate "note"/u],
  ["before the first step", { ...gate, before: "where" }, /no later step/u],
  ["before no step", { ...gate, before: "nowhere" }, /no later step/u],
  [
    "resting on a later question",
    { ...gate, dependsOn: ["rulesAccepted"] },
    /no earlier question/u,
  ],
  ["answering no consent", { ...gate, answers: "note" }, /no later consent/u],
])("a gate %s is refused", (_what, wrong, message) => {
  expect(() => define(wrong)).toThrow(message);
});
