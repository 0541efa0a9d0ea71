import { z } from "zod";
import { DEFAULT_FACTS, type SiteFacts } from "#site/site-facts.ts";
import { listKeys, makeRecord } from "#values/record.ts";

type Period = keyof SiteFacts["retention"];

/** The setting of each period. */
export const KEEP_OF = {
  leadMonths: "keepLeadMonths",
  sealedDays: "keepSealedDays",
  sealedMostDays: "keepSealedMostDays",
  draftDays: "keepDraftDays",
  messageTextDays: "keepMessageTextDays",
  messageRecordDays: "keepMessageRecordDays",
  accountDays: "keepAccountDays",
  newsletterDays: "keepNewsletterDays",
  newsletterMonths: "keepNewsletterMonths",
  staffChangeMonths: "keepStaffChangeMonths",
  requestMonths: "keepRequestMonths",
  incidentMonths: "keepIncidentMonths",
  incidentQuebecMonths: "keepIncidentQuebecMonths",
} as const satisfies Record<Period, string>;

type Limits = { min: number; max: number };

/**
 * The bounds. Their sources stand beside each on the page: what must be kept (Law 25, s. 11; CASL,
 * s. 23; SOR/2018-64, s. 6, r. 3.1, s. 8), and that nothing is kept for longer than its
 * purpose needs (PIPEDA, principle 4.5).
 */
export const KEEP_LIMITS = {
  // At most 180 days until a decision, and a year after it (Law 25, s. 11).
  keepLeadMonths: { min: 18, max: 36 },
  keepSealedDays: { min: 30, max: 90 },
  keepSealedMostDays: { min: 90, max: 180 },
  keepDraftDays: { min: 7, max: 30 },
  keepMessageTextDays: { min: 1, max: 7 },
  keepMessageRecordDays: { min: 7, max: 90 },
  keepAccountDays: { min: 1, max: 30 },
  keepNewsletterDays: { min: 1, max: 30 },
  keepNewsletterMonths: { min: 36, max: 84 },
  keepStaffChangeMonths: { min: 12, max: 84 },
  keepRequestMonths: { min: 24, max: 84 },
  keepIncidentMonths: { min: 24, max: 120 },
  keepIncidentQuebecMonths: { min: 60, max: 120 },
} as const satisfies Record<(typeof KEEP_OF)[Period], Limits>;

export const KEEP_NAMES = listKeys(KEEP_LIMITS);

const keep = (period: Period) => {
  const { min, max } = KEEP_LIMITS[KEEP_OF[period]];
  return {
    group: "retention",
    stored: z.number().int().min(min).max(max),
    byDefault: DEFAULT_FACTS.retention[period],
    shownOn: ["privacy", "faq", "deletion"],
  } as const;
};

export const RETENTION_SETTINGS = {
  keepLeadMonths: keep("leadMonths"),
  keepSealedDays: keep("sealedDays"),
  keepSealedMostDays: keep("sealedMostDays"),
  keepDraftDays: keep("draftDays"),
  keepMessageTextDays: keep("messageTextDays"),
  keepMessageRecordDays: keep("messageRecordDays"),
  keepAccountDays: keep("accountDays"),
  keepNewsletterDays: keep("newsletterDays"),
  keepNewsletterMonths: keep("newsletterMonths"),
  keepStaffChangeMonths: keep("staffChangeMonths"),
  keepRequestMonths: keep("requestMonths"),
  keepIncidentMonths: keep("incidentMonths"),
  keepIncidentQuebecMonths: keep("incidentQuebecMonths"),
} as const;

type Kept = Readonly<Record<(typeof KEEP_OF)[Period], number>>;

export function toRetention(settings: Kept): SiteFacts["retention"] {
  return makeRecord(listKeys(KEEP_OF), (period) => settings[KEEP_OF[period]]);
}

/** Whether any period becomes shorter. */
export function isShortened(before: Kept, after: Partial<Kept>): boolean {
  return KEEP_NAMES.some((name) => (after[name] ?? before[name]) < before[name]);
}
