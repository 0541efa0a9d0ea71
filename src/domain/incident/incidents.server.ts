import { desc, eq, isNotNull, sql } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { may } from "#domain/identity/permission.ts";
import {
  compareFacts,
  digestText,
  type Facts,
} from "#domain/staff-change/record-staff-change.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { expiredRows } from "#platform/database/expired-rows.server.ts";
import { site } from "#site/site.ts";
import { calendarDay } from "#values/format.ts";
import { isUuid } from "#values/uuid.ts";
import { findIncidentProblems, type IncidentProblem } from "./incident.ts";
import type { IncidentDetails } from "./incident.form.ts";
import { incidentTable, type Incident } from "./incident.table.ts";

/** Open incidents first, then closed ones; within each group, the one noticed last comes first. */
export function listIncidents(): Promise<Incident[]> {
  return db()
    .select()
    .from(incidentTable)
    .orderBy(
      isNotNull(incidentTable.closedOn),
      desc(incidentTable.noticedOn),
      desc(incidentTable.id),
    );
}

export async function findIncident(id: string): Promise<Incident | null> {
  if (!isUuid(id)) return null;
  const [found] = await db().select().from(incidentTable).where(eq(incidentTable.id, id));
  return found ?? null;
}

type Saved =
  | { ok: true; id: string }
  | { ok: false; code: "not_permitted" | "not_found" }
  | { ok: false; code: "contradicts"; problems: readonly IncidentProblem[] };

/** Adds an incident to the register (`id` null) or updates it, with an audit record. */
export async function saveIncident(
  by: StaffMember,
  id: string | null,
  details: IncidentDetails,
): Promise<Saved> {
  if (!may(by, "recordIncidents")) return { ok: false, code: "not_permitted" };
  const problems = findIncidentProblems(details);
  if (problems.length > 0) return { ok: false, code: "contradicts", problems };
  const row = { ...details, byUserId: by.id, changedAt: now() };
  return db().transaction(async (transaction): Promise<Saved> => {
    if (id === null) {
      const [stored] = await transaction
        .insert(incidentTable)
        .values(row)
        .returning({ id: incidentTable.id });
      if (!stored) throw new Error("An incident was not stored.");
      const on = { kind: "incident", id: stored.id } as const;
      const changes = compareFacts({}, listFacts(details));
      await recordAudit(transaction, { by: toActor(by), action: "incident_recorded", on, changes });
      return { ok: true, id: stored.id };
    }
    const [before] = isUuid(id)
      ? await transaction.select().from(incidentTable).where(eq(incidentTable.id, id)).for("update")
      : [];
    if (!before) return { ok: false, code: "not_found" };
    const changes = compareFacts(listFacts(before), listFacts(details));
    if (Object.keys(changes).length === 0) return { ok: true, id };
    await transaction.update(incidentTable).set(row).where(eq(incidentTable.id, id));
    const on = { kind: "incident", id } as const;
    await recordAudit(transaction, { by: toActor(by), action: "incident_changed", on, changes });
    return { ok: true, id };
  });
}

/**
 * The facts for the audit log. For free texts only the fact that they changed, because the audit
 * log is stored for longer than the register.
 */
function listFacts(incident: IncidentDetails): Facts {
  return {
    incidentTitle: digestText(incident.title),
    incidentLanguage: incident.locale,
    circumstances: digestText(incident.circumstances),
    cause: digestText(incident.cause),
    beganOn: incident.beganOn,
    endedOn: incident.endedOn,
    period: incident.isPeriodApproximate ? "approximate" : "exact",
    noticedOn: incident.noticedOn,
    data: incident.data,
    dataDetails: digestText(incident.dataDetails),
    people: incident.people,
    quebecPeople: incident.quebecPeople,
    count: incident.isCountApproximate ? "approximate" : "exact",
    provinces: incident.provinces,
    sensitivity: digestText(incident.sensitivity),
    consequences: digestText(incident.consequences),
    likelihood: digestText(incident.likelihood),
    risk: incident.risk,
    measures: digestText(incident.measures),
    plannedMeasures: digestText(incident.plannedMeasures),
    advice: digestText(incident.advice),
    opcToldOn: incident.opcToldOn,
    caiToldOn: incident.caiToldOn,
    peopleToldOn: incident.peopleToldOn,
    tellingWay: incident.tellingWay,
    publicNoticeReason: digestText(incident.publicNoticeReason),
    tellingPlan: digestText(incident.tellingPlan),
    othersTold: digestText(incident.othersTold),
    untoldReason: digestText(incident.untoldReason),
    closedOn: incident.closedOn,
  };
}

/**
 * Incidents that were closed so long ago that the register need not keep them
 * (`countRetentionMonths`).
 */
export const oldIncidents = expiredRows(incidentTable, (at) => {
  const { closedOn, provinces } = incidentTable;
  return sql`${closedOn} < ${calendarDay(at)}::date - make_interval(months =>
    case when cardinality(${provinces}) = 0 or 'QC' = any(${provinces})
      then ${site.retention.incidentQuebecMonths}::int else ${site.retention.incidentMonths}::int end)`;
});
