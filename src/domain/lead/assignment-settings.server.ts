import { asc, eq, inArray } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { compareFacts } from "#domain/staff-change/record-staff-change.server.ts";
import type { CompleteAnswersOf } from "#forms/define-form.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import { readDayHours } from "#values/day-hours.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { LOCALES } from "#values/locale.ts";
import { PROVINCES } from "#values/province.ts";
import type { Role } from "#values/role.ts";
import { WORKING_ROLES } from "./assign-by-rule.server.ts";
import type { assigneeForm } from "./assignment.form.ts";
import { assigneeTable, assignmentRuleTable } from "./assignment.table.ts";
import { type AssigneeRules, type AssignmentMethod, WORK_DAYS } from "./assignment.ts";

type Changer = { id: string; role: Role };

export async function readAssignmentMethod(queryable: Queryable = db()): Promise<AssignmentMethod> {
  const [rule] = await queryable
    .select({ method: assignmentRuleTable.method })
    .from(assignmentRuleTable);
  return rule?.method ?? "by_hand";
}

/** Sets how new leads are given out, with the earlier way in the audit log. */
export async function setAssignmentMethod(by: Changer, method: AssignmentMethod): Promise<void> {
  await db().transaction(async (transaction) => {
    const before = await readAssignmentMethod(transaction);
    if (before === method) return;
    const changedAt = now();
    await transaction
      .insert(assignmentRuleTable)
      .values({ method, changedAt })
      .onConflictDoUpdate({ target: assignmentRuleTable.id, set: { method, changedAt } });
    await recordAudit(transaction, {
      by: toActor(by),
      action: "settings_changed",
      changes: { assignmentMethod: [before, method] },
    });
  });
}

/** Everybody who may have leads, by name, with what they get by the rule. */
export async function listAssignees() {
  const rows = await db()
    .select({ id: userTable.id, name: userTable.name, rules: assigneeTable })
    .from(userTable)
    .leftJoin(assigneeTable, eq(assigneeTable.userId, userTable.id))
    .where(inArray(userTable.role, WORKING_ROLES))
    .orderBy(asc(userTable.name), asc(userTable.id));
  return rows.map(({ id, name, rules }) => ({ id, name, rules: rules ?? NO_RULES }));
}

const NO_RULES: AssigneeRules = {
  getsLeads: false,
  languages: [],
  provinces: [],
  kinds: [],
  mostOpen: null,
  absentFrom: null,
  absentUntil: null,
  workHours: [],
};

/** Stores what somebody gets by the rule. False if they may not have leads. */
export async function saveAssignee(
  by: Changer,
  userId: string,
  answers: CompleteAnswersOf<typeof assigneeForm>,
): Promise<boolean> {
  const [languages, provinces, kinds] = [answers.languages, answers.provinces, answers.kinds].map(
    (ticked = "") => splitChoices(ticked),
  );
  const rules: AssigneeRules = {
    getsLeads: answers.getsLeads === "yes",
    languages: LOCALES.filter((code) => languages?.includes(code)),
    provinces: PROVINCES.filter((code) => provinces?.includes(code)),
    kinds: LEAD_KINDS.filter((kind) => kinds?.includes(kind)),
    mostOpen: answers.mostOpen ?? null,
    absentFrom: answers.absentFrom ?? null,
    absentUntil: answers.absentUntil ?? null,
    workHours: readWorkHours(answers),
  };
  const before = (await listAssignees()).find(({ id }) => id === userId)?.rules;
  if (!before) return false;
  await db().transaction(async (transaction) => {
    const columns = {
      ...rules,
      languages: [...rules.languages],
      provinces: [...rules.provinces],
      kinds: [...rules.kinds],
      workHours: [...rules.workHours],
    };
    await transaction
      .insert(assigneeTable)
      .values({ userId, ...columns })
      .onConflictDoUpdate({ target: assigneeTable.userId, set: columns });
    const changes = compareFacts(nameFacts(before), nameFacts(rules));
    if (Object.keys(changes).length === 0) return;
    await recordAudit(transaction, {
      by: toActor(by),
      action: "settings_changed",
      on: { kind: "account", id: userId },
      changes,
    });
  });
  return true;
}

/** The hours as stored; of somebody with no hours at all, none. */
export function readWorkHours(
  answers: Partial<Record<(typeof WORK_DAYS)[number], string>>,
): string[] {
  const hours = WORK_DAYS.map((name) => readDayHours(answers[name] ?? ""));
  return hours.some(Boolean) ? hours : [];
}

function nameFacts(rules: AssigneeRules) {
  return {
    getsLeads: rules.getsLeads,
    assignedLanguages: rules.languages,
    assignedProvinces: rules.provinces,
    assignedKinds: rules.kinds,
    mostOpen: rules.mostOpen,
    absentFrom: rules.absentFrom,
    absentUntil: rules.absentUntil,
    ...Object.fromEntries(WORK_DAYS.map((name, at) => [name, rules.workHours[at] || null])),
  };
}
