import { boolean, date, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { byUserId } from "#domain/identity/identity.table.ts";
import { checkCode, checkCodes, rowId } from "#platform/database/columns.ts";
import { LOCALES } from "#values/locale.ts";
import { PROVINCES } from "#values/province.ts";
import { DATA_CLASS_CODES, RISKS, NOTIFICATION_WAYS } from "./incident.ts";

/** A free text of staff; empty while nothing is known. */
const typed = (name: string) => text(name).notNull().default("");

/**
 * The register of incidents with personal data: every incident, whether or not it had to be
 * reported (PIPEDA, s. 10.3; Québec, P-39.1, s. 3.8 and, r. 3.1, s. 7). It names no person.
 */
export const incidentTable = pgTable(
  "incident",
  {
    id: rowId(),
    title: text("title").notNull(),
    /** The language of the texts: a letter in the other language marks them as to be translated. */
    locale: text("locale", { enum: LOCALES }).notNull(),
    circumstances: text("circumstances").notNull(),
    cause: typed("cause"),
    /** Calendar days in the business's time zone. */
    beganOn: date("began_on"),
    endedOn: date("ended_on"),
    isPeriodApproximate: boolean("is_period_approximate").notNull(),
    noticedOn: date("noticed_on").notNull(),
    data: text("data", { enum: DATA_CLASS_CODES }).array().notNull(),
    dataDetails: typed("data_details"),
    people: integer("people"),
    quebecPeople: integer("quebec_people"),
    isCountApproximate: boolean("is_count_approximate").notNull(),
    provinces: text("provinces", { enum: PROVINCES }).array().notNull(),
    sensitivity: typed("sensitivity"),
    consequences: typed("consequences"),
    likelihood: typed("likelihood"),
    risk: text("risk", { enum: RISKS }).notNull(),
    measures: typed("measures"),
    plannedMeasures: typed("planned_measures"),
    advice: typed("advice"),
    opcToldOn: date("opc_told_on"),
    caiToldOn: date("cai_told_on"),
    peopleToldOn: date("people_told_on"),
    tellingWay: text("telling_way", { enum: NOTIFICATION_WAYS }),
    publicNoticeReason: typed("public_notice_reason"),
    tellingPlan: typed("telling_plan"),
    othersTold: typed("others_told"),
    /** Why somebody who must be notified by law was not: it would hamper an investigation. */
    untoldReason: typed("untold_reason"),
    closedOn: date("closed_on"),
    /** The staff member who last edited it. */
    byUserId: byUserId(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("incident_noticed").on(table.closedOn, table.noticedOn),
    checkCode("incident_locale_code", table.locale, LOCALES),
    checkCodes("incident_data_code", table.data, DATA_CLASS_CODES),
    checkCodes("incident_provinces_code", table.provinces, PROVINCES),
    checkCode("incident_risk_code", table.risk, RISKS),
    checkCode("incident_telling_way_code", table.tellingWay, NOTIFICATION_WAYS),
  ],
);

export type Incident = typeof incidentTable.$inferSelect;
