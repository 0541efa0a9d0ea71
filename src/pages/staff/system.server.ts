import { inArray } from "drizzle-orm";
import { data, redirect } from "react-router";
import type { RunState } from "#domain/backup/backup-run.ts";
import { describeRunFault } from "#domain/backup/fault-words.ts";
import {
  type BackupRun,
  findNewest,
  isUnderWay,
  listRuns,
} from "#domain/backup/backup-runs.server.ts";
import { askForBackup } from "#domain/backup/schedule-backups.server.ts";
import { listJobRuns } from "#domain/job/run-job.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { describeLocation, readBackupSettings } from "#platform/backup/backup-settings.server.ts";
import { nextRun } from "#platform/backup/backup-retention.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

const MOST_RUNS = 10;
const DAY_MS = 24 * 60 * 60_000;
/** A backup that failed at night is repeated within hours: after two days somebody has to look. */
const STALE_MS = 2 * DAY_MS;

type Word = (_: object, in_: { locale: Locale }) => string;

const STATES: Record<RunState, Word> = {
  asked: m.system_state_asked,
  running: m.system_state_running,
  proved: m.system_state_proved,
  unproved: m.system_state_unproved,
  failed: m.system_state_failed,
};

/** The backup settings, and the newest runs. */
async function loadSystem(locale: Locale) {
  const settings = readBackupSettings(env());
  const [{ made, proved }, stored, isRunning, jobs] = await Promise.all([
    findNewest(db()),
    listRuns(db(), MOST_RUNS),
    isUnderWay(db()),
    listJobRuns(),
  ]);
  const runs = stored.map((run) =>
    run.state === "running" && !isRunning
      ? { ...run, state: "failed" as const, fault: "interrupted" as const }
      : run,
  );
  const names = await findNames(runs);
  const at = now();
  const provedMs = proved ? at.getTime() - proved.startedAt.getTime() : null;
  return {
    mode: settings.mode,
    isDemo: env().DEMO,
    isUnderWay: runs.some(({ state }) => state === "asked" || state === "running"),
    isOnThisMachine: settings.bucket === null,
    staleDays:
      provedMs !== null && provedMs > STALE_MS
        ? formatNumber(Math.floor(provedMs / DAY_MS), locale)
        : null,
    facts: listFacts({ made, proved, locale, at }),
    runs: runs.map((run) => viewRun(run, names, locale)),
    jobs: jobs.map((job) => viewJob(job, at, locale)),
  };
}

export type SystemView = Awaited<ReturnType<typeof loadSystem>>;

type JobState = "never" | "running" | "unfinished" | "done" | "failed";

const JOB_STATES: Record<JobState, Word> = {
  never: m.system_job_never,
  running: m.system_job_running,
  unfinished: m.system_job_unfinished,
  done: m.system_job_done,
  failed: m.system_job_failed,
};

function viewJob(job: Awaited<ReturnType<typeof listJobRuns>>[number], at: Date, locale: Locale) {
  const { name, everyMinutes, startedAt } = job;
  const state = findJobState(job, at);
  return {
    name,
    state,
    stateText: JOB_STATES[state]({}, { locale }),
    every:
      everyMinutes === 60
        ? m.system_job_hourly({}, { locale })
        : m.system_job_every({ minutes: everyMinutes }, { locale }),
    last: startedAt && m.system_job_last({ time: formatDateTime(startedAt, locale) }, { locale }),
  };
}

/** A run that has not ended when the next is due was stopped with its process. */
function findJobState(
  { startedAt, endedAt, hasFailed, everyMinutes }: Awaited<ReturnType<typeof listJobRuns>>[number],
  at: Date,
): JobState {
  if (!startedAt) return "never";
  if (endedAt) return hasFailed ? "failed" : "done";
  return at.getTime() - startedAt.getTime() < everyMinutes * 60_000 ? "running" : "unfinished";
}

type Fact = { name: string; value: string };

function listFacts(input: {
  made: BackupRun | null;
  proved: BackupRun | null;
  locale: Locale;
  at: Date;
}): Fact[] {
  const { made, proved, locale, at } = input;
  const settings = readBackupSettings(env());
  const options = { locale };
  const number = (value: number | null) => formatNumber(value ?? 0, locale);
  const time = (run: BackupRun | null) =>
    run ? formatDateTime(run.startedAt, locale) : m.system_never({}, options);
  const facts: Fact[] = [
    { name: m.system_last_made({}, options), value: time(made) },
    { name: m.system_last_proved({}, options), value: time(proved) },
    {
      name: m.system_next({}, options),
      value:
        settings.mode === "daily"
          ? formatDateTime(nextRun(made?.startedAt ?? null, at), locale)
          : m.system_next_manual({}, options),
    },
    { name: m.system_location({}, options), value: describeLocation(settings) },
    {
      name: m.system_encryption({}, options),
      value: env().BACKUP_KEY_FILE
        ? m.system_encryption_own({}, options)
        : m.system_encryption_site({}, options),
    },
  ];
  if (!proved) return facts;
  const rows = { rows: number(proved.rows), tables: number(proved.tables) };
  return [
    ...facts,
    { name: m.system_rows({}, options), value: m.system_rows_value(rows, options) },
    {
      name: m.system_audit({}, options),
      value: m.system_audit_value({ count: number(proved.auditRecords) }, options),
    },
    {
      name: m.system_sealed({}, options),
      value: m.system_sealed_value({ count: number(proved.openedValues) }, options),
    },
    {
      name: m.system_uploads({}, options),
      value: env().S3_URL ? m.system_uploads_bucket({}, options) : number(proved.uploads),
    },
    { name: m.system_size({}, options), value: formatSize(proved.sizeBytes ?? 0, locale) },
  ];
}

/** In megabytes, at least 0.1. */
function formatSize(bytes: number, locale: Locale): string {
  const tenths = Math.max(1, Math.round(bytes / 100_000));
  return m.system_megabytes({ size: formatNumber(tenths / 10, locale) }, { locale });
}

function viewRun(run: BackupRun, names: ReadonlyMap<string, string>, locale: Locale) {
  const { id, state, startedAt, endedAt, fault, askedByUserId } = run;
  const name = askedByUserId && names.get(askedByUserId);
  return {
    id,
    state,
    stateText: STATES[state]({}, { locale }),
    time: formatDateTime(startedAt, locale),
    by: name ? m.system_by_person({ name }, { locale }) : m.system_by_clock({}, { locale }),
    took:
      endedAt && state !== "failed"
        ? m.system_took(
            {
              seconds: formatNumber(
                Math.max(1, Math.round((endedAt.getTime() - startedAt.getTime()) / 1000)),
                locale,
              ),
            },
            { locale },
          )
        : null,
    fault: fault ? describeRunFault(run, locale) : null,
  };
}

async function findNames(runs: readonly BackupRun[]): Promise<ReadonlyMap<string, string>> {
  const ids = runs.flatMap(({ askedByUserId }) => askedByUserId ?? []);
  if (ids.length === 0) return new Map();
  const found = await db()
    .select({ id: userTable.id, name: userTable.name })
    .from(userTable)
    .where(inArray(userTable.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

export const systemPage = definePage({
  address: "/staff/system",
  read: "seeSystem",
  load: (_args, { visitor }) => loadSystem(visitor.locale),
  commands: defineCommands<PageSubject>()({
    /** Redirects to the page, which shows the progress. */
    "back-up": {
      may: "backUpSite",
      async run(_press, { by }) {
        if (readBackupSettings(env()).mode === "off") throw data(null, { status: 409 });
        await askForBackup(by);
        throw redirect(hrefIn(paths.staffSystem()), 303);
      },
    },
  }),
});
