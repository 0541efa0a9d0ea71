import { describe, expect, test } from "vitest";
import { creditApplicationForm } from "#domain/credit-application/credit-application.form.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { describeForm } from "#forms/describe-form.fixture.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { DATA_CLASSES, findIncidentProblems, findRetentionEnd, listDuties } from "./incident.ts";
import { makeIncident } from "./incident.fixture.ts";
import { type IncidentDetails, incidentForm, readIncident, toAnswers } from "./incident.form.ts";

describeForm(incidentForm);

test("every sealed question of the forms that make leads is in a sealed class", () => {
  const forms: readonly FormDeclaration[] = [preApprovalForm, creditApplicationForm];
  const requested = forms.flatMap(({ steps }) =>
    steps.flatMap(({ questions }) => questions.flatMap((each) => (each.sealed ? each.name : []))),
  );
  const classed = Object.values(DATA_CLASSES).flatMap(({ kind, questions }) =>
    kind === "sealed" ? [...questions] : [],
  );
  expect(new Set(requested)).toEqual(new Set(classed));
});

test("what the form says of an incident comes back to it", () => {
  const incident = makeIncident({ isPeriodApproximate: true, closedOn: "2026-11-01" });
  expect(readIncident(toAnswers(incident))).toEqual(incident);
});

test("somebody in Quebec puts Quebec among the provinces", () => {
  const answers = toAnswers(makeIncident({ provinces: ["ON"], quebecPeople: 1 }));
  expect(readIncident(answers).provinces).toEqual(["ON", "QC"]);
});

describe("an incident that contradicts itself is refused", () => {
  test.each<[string, Partial<IncidentDetails>, string[]]>([
    ["not this one", {}, []],
    ["not one of which little is known yet", { beganOn: null, people: null }, []],
    ["ended before it began", { endedOn: "2026-09-30" }, ["endedOn too_early"]],
    ["noticed before it began", { beganOn: "2026-10-05", endedOn: null }, ["noticedOn too_early"]],
    ["more in Quebec than in all", { quebecPeople: 1_251 }, ["quebecPeople more_than_all"]],
    ["a risk without how sensitive", { sensitivity: "" }, ["sensitivity needed"]],
    ["no risk without what follows", { risk: "none", consequences: "" }, ["consequences needed"]],
    ["a risk without how likely", { likelihood: "" }, ["likelihood needed"]],
    ["a commission told too early", { caiToldOn: "2026-10-03" }, ["caiToldOn too_early"]],
    ["a public notice without why", { tellingWay: "public_notice" }, ["publicNoticeReason needed"]],
    [
      "closed without a word on the risk",
      { risk: "not_assessed", closedOn: "2026-11-01" },
      ["closedOn risk_open"],
    ],
    [
      "closed while the Commissioner knows nothing",
      { opcToldOn: null, closedOn: "2026-11-01" },
      ["closedOn untold"],
    ],
    [
      "closed while the CAI knows nothing",
      { caiToldOn: null, closedOn: "2026-11-01" },
      ["closedOn untold"],
    ],
    [
      "but not where nobody lives in Quebec",
      { caiToldOn: null, provinces: ["ON"], quebecPeople: 0, closedOn: "2026-11-01" },
      [],
    ],
    [
      "nor where it says why nobody was told",
      { peopleToldOn: null, untoldReason: "The police asked.", closedOn: "2026-11-01" },
      [],
    ],
  ])("%s", (_what, facts, expected) => {
    const problems = findIncidentProblems(makeIncident(facts));
    expect(problems.map(({ question, code }) => `${question} ${code}`)).toEqual(expected);
  });
});

test.each<[Partial<IncidentDetails>, string[]]>([
  [{ risk: "not_assessed" }, []],
  [{ risk: "none" }, []],
  [{ provinces: ["ON"] }, ["opc", "people"]],
  [{ provinces: ["ON", "QC"] }, ["opc", "cai", "people"]],
])("of %j the law wants told: %j", (facts, expected) => {
  expect(listDuties(makeIncident(facts))).toEqual(expected);
});

test.each<[string, Partial<IncidentDetails>, string | null]>([
  ["an open one stays", { closedOn: null }, null],
  ["of Ontario alone 24 months", { closedOn: "2026-11-10", provinces: ["ON"] }, "2028-11-10"],
  ["with Quebec five years", { closedOn: "2026-11-10", provinces: ["ON", "QC"] }, "2031-11-10"],
  ["of nobody knows where five years", { closedOn: "2026-11-10", provinces: [] }, "2031-11-10"],
])("%s", (_what, facts, until) => {
  expect(findRetentionEnd(makeIncident(facts))).toBe(until);
});
