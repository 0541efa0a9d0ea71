import { expect, test } from "vitest";
import { defineForm } from "#forms/define-form.ts";
import { listPoints } from "#domain/lead-report/form-report.server.ts";
import { formatHours, leadsHref } from "./report-tables.server.ts";

const PERIOD = { from: "2026-09-09", to: "2026-11-27" };

test.each([
  ["all", undefined, "/staff/leads?from=2026-09-09&to=2026-11-27"],
  [
    "a first week that begins before the period",
    { grouping: "week", key: "2026-09-07" },
    "/staff/leads?from=2026-09-09&to=2026-09-13",
  ],
  [
    "a last week that has not ended",
    { grouping: "week", key: "2026-11-23" },
    "/staff/leads?from=2026-11-23&to=2026-11-27",
  ],
  [
    "a kind",
    { grouping: "kind", key: "sell_car" },
    "/staff/leads?kind=sell_car&from=2026-09-09&to=2026-11-27",
  ],
  [
    "nobody's",
    { grouping: "owner", key: null },
    "/staff/leads?owner=none&from=2026-09-09&to=2026-11-27",
  ],
  [
    "no campaign",
    { grouping: "campaign", key: null },
    "/staff/leads?campaign=none&from=2026-09-09&to=2026-11-27",
  ],
  ["no province", { grouping: "province", key: null }, null],
] as const)("the leads of %s", (_which, group, href) => {
  expect(leadsHref(PERIOD, group)).toBe(href);
});

test("only some of the leads of a group", () => {
  expect(leadsHref(PERIOD, { grouping: "kind", key: "sell_car" }, { outcome: "won" })).toBe(
    "/staff/leads?kind=sell_car&outcome=won&from=2026-09-09&to=2026-11-27",
  );
});

test.each([
  [null, "–"],
  [0.25, "15\u00a0min."],
  [1, "1\u00a0hr"],
  [26.26, "26.3\u00a0hr"],
  [47.9, "47.9\u00a0hr"],
  [60, "2.5\u00a0days"],
])("%s hours are said as %s", (hours, text) => {
  expect(formatHours(hours, "en")).toBe(text);
});

test("the points of a form stand in its order, and nobody left where more came later", () => {
  const form = defineForm({
    name: "points-test",
    version: 1,
    basePath: "/points-test",
    messagePrefix: "call_back_form",
    steps: [
      { slug: "one", questions: [{ kind: "person-name", name: "first" }] },
      { slug: "two", questions: [{ kind: "person-name", name: "second" }] },
    ],
  });
  const counted = new Map([
    ["two", 7],
    ["one", 6],
    ["begun", 10],
    ["sent", 5],
    ["gone", 3],
  ]);
  expect(listPoints(form, counted)).toEqual([
    { point: "begun", people: 10, left: 4 },
    { point: "one", people: 6, left: 0 },
    { point: "two", people: 7, left: 2 },
    { point: "sent", people: 5, left: 0 },
  ]);
});
