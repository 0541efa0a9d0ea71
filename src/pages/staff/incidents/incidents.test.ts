import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { makeIncident } from "#domain/incident/incident.fixture.ts";
import { findRetentionEnd } from "#domain/incident/incident.ts";
import { type IncidentDetails, incidentForm, toAnswers } from "#domain/incident/incident.form.ts";
import { listIncidents, oldIncidents, saveIncident } from "#domain/incident/incidents.server.ts";
import { incidentTable } from "#domain/incident/incident.table.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { kindOf, type Question } from "#forms/questions/kinds.ts";
import { resultOf } from "#pages/public/form-journey/journey.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { recordsPage } from "#pages/staff/records.server.ts";
import { incidentPage, loadIncidentLetter } from "./incident.server.ts";

useSite();

let admin: SignedInUser;
beforeAll(async () => {
  admin = await storePerson("Ada Admin", { role: "admin" });
});
beforeEach(async () => void (await db().delete(incidentTable)));

function args(id: string, body?: URLSearchParams, query = "", user: SignedInUser = admin) {
  const init = body ? { method: "POST", body } : {};
  const request = new Request(`http://site.test/staff/incidents/${id}${query}`, init);
  return { request, context: makeContext({ user }), params: { id } };
}

/** The body that the page's form posts. */
function fieldsOf(details: IncidentDetails): URLSearchParams {
  const answers: Readonly<Record<string, unknown>> = toAnswers(details);
  const questions: readonly Question[] = incidentForm.steps[0].questions;
  const written = questions.flatMap((question) => {
    const answer = answers[question.name];
    return answer === undefined
      ? []
      : Object.entries(kindOf(question).write(answer as string, question));
  });
  return new URLSearchParams([["form", "incident"], ...written]);
}

const post = (id: string, fields: URLSearchParams, user = admin) =>
  resultOf<unknown>(async () => incidentPage.action(args(id, fields, "", user)));

async function store(facts: Partial<IncidentDetails> = {}): Promise<string> {
  const saved = await saveIncident(admin, null, makeIncident(facts));
  if (!saved.ok) throw new Error(saved.code);
  return saved.id;
}

test("an incident is recorded with what little is known, and goes on record", async () => {
  const { status, location } = await post(
    "new",
    new URLSearchParams({
      form: "incident",
      title: "Laptop stolen",
      language: "en",
      circumstances: "From the office, locked.",
      period: "exact",
      noticedOn: "2026-10-04",
      count: "approximate",
      risk: "not_assessed",
    }),
  );
  expect(status).toBe(303);
  const id = /incidents\/([\da-f-]+)/u.exec(location ?? "")?.[1] ?? "";
  expect(await incidentPage.loader(args(id))).toMatchObject({
    incident: { title: "Laptop stolen", isOpen: true, duties: [], letters: ["opc", "people"] },
  });
  const [record] = await db().select().from(auditTable).where(eq(auditTable.thingId, id));
  expect(record).toMatchObject({ action: "incident_recorded", accountId: admin.id });
});

test("of two who change it at once the second's record says what the first one left", async () => {
  const id = await store();
  const [, saved] = await crossing(
    (transaction) =>
      transaction.update(incidentTable).set({ people: 1_300 }).where(eq(incidentTable.id, id)),
    () => saveIncident(admin, id, makeIncident({ people: 1_400 })),
  );
  expect(saved).toEqual({ ok: true, id });
  const records = await db().select().from(auditTable).where(eq(auditTable.thingId, id));
  const change = records.find(({ action }) => action === "incident_changed");
  expect(JSON.parse(change?.changes ?? "{}")).toEqual({ people: [1_300, 1_400] });
});

test("a change is on record with before and after; of a text only that it changed", async () => {
  const id = await store();
  const changed = makeIncident({
    provinces: ["AB", "ON", "QC"],
    people: 1_300,
    measures: "Secret words.",
  });
  expect((await post(id, fieldsOf(changed))).status).toBe(303);
  const records = await db().select().from(auditTable).where(eq(auditTable.thingId, id));
  const change = records.find(({ action }) => action === "incident_changed");
  expect(JSON.parse(change?.changes ?? "{}")).toMatchObject({
    people: [1_250, 1_300],
    provinces: [
      ["ON", "QC"],
      ["AB", "ON", "QC"],
    ],
    measures: [{ characters: 50 }, { characters: 13 }],
  });
  expect(change?.changes).not.toContain("Secret");
  // Every fact has a label in the page of audit records.
  await store();
  const request = new Request("http://site.test/staff/records");
  await recordsPage.loader({ request, context: makeContext({ user: admin }) });
  // Saving the same details again is not a change.
  await post(id, fieldsOf(changed));
  const after = await db().select().from(auditTable).where(eq(auditTable.thingId, id));
  expect(after.filter(({ action }) => action === "incident_changed")).toHaveLength(1);
});

test("what contradicts itself is refused with 422, and all that was typed stays", async () => {
  const id = await store();
  const fields = fieldsOf(makeIncident({ risk: "real", likelihood: "", measures: "Kept." }));
  const { status, page } = await post(id, fields);
  expect(status).toBe(422);
  expect(page).toMatchObject({ fieldErrors: [{ field: "likelihood" }] });
  expect(JSON.stringify(page)).toContain("Kept.");
});

test.each(["staff", "dealer", "buyer"] as const)("is not for %s", async (role) => {
  const id = await store();
  const person = await storePerson(`Nobody ${role}`, { role });
  const nobody = args(id, undefined, "", person);
  await expect(incidentPage.loader(nobody)).rejects.toMatchObject({ init: { status: 403 } });
  const letter = { ...nobody, params: { id, letter: "opc" } };
  await expect(loadIncidentLetter(letter)).rejects.toMatchObject({ init: { status: 403 } });
  const posted = incidentPage.action(args(id, fieldsOf(makeIncident()), "", person));
  await expect(posted).rejects.toMatchObject({ init: { status: 403 } });
  expect(await saveIncident(person, id, makeIncident())).toMatchObject({ code: "not_permitted" });
});

test.each([
  ["opc", "en", "Office of the Privacy Commissioner of Canada"],
  ["cai", "fr", "Commission d’accès à l’information"],
  ["people", "fr", "Aux personnes concernées"],
])("the letter %s is drafted in %s", async (letter, locale, to) => {
  const id = await store();
  const requested = args(id, undefined, `?in=${locale}`);
  const drafted = await loadIncidentLetter({ ...requested, params: { id, letter } });
  expect(drafted.letter).toMatchObject({ locale, to: expect.arrayContaining([to]) });
});

test("no other letter, and none of an incident that is not there", async () => {
  const id = await store();
  for (const params of [
    { id, letter: "mayor" },
    { id: "018f4b7e-5a3b-7c11-9d2e-0242ac120002", letter: "opc" },
    { id: "x", letter: "opc" },
  ])
    await expect(loadIncidentLetter({ ...args(id), params })).rejects.toMatchObject({
      init: { status: 404 },
    });
});

test("open ones are listed first, the newest leads", async () => {
  await store({ title: "closed", closedOn: "2026-11-01", noticedOn: "2026-10-05" });
  await store({ title: "older" });
  await store({ title: "newer", noticedOn: "2026-10-05" });
  expect((await listIncidents()).map(({ title }) => title)).toEqual(["newer", "older", "closed"]);
});

test.each<[string, Partial<IncidentDetails>]>([
  ["without Quebec", { provinces: ["ON"], quebecPeople: 0 }],
  ["with Quebec", {}],
  ["of nobody knows where", { provinces: [], quebecPeople: null }],
])("a closed one %s goes the day after the last on which it is kept", async (_what, facts) => {
  const details = makeIncident({ closedOn: "2026-11-10", ...facts });
  await store(details);
  await store();
  const until = findRetentionEnd(details) ?? "";
  const noon = (day: string) => new Date(`${day}T17:00:00Z`);
  expect(await oldIncidents.end(noon(until))).toBe(0);
  expect(await oldIncidents.count(noon(daysAfter(until, 1)))).toBe(1);
  expect(await oldIncidents.end(noon(daysAfter(until, 1)))).toBe(1);
  expect(await listIncidents()).toMatchObject([{ closedOn: null }]);
});
