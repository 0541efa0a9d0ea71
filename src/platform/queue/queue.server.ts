import { type ConstructorOptions, PgBoss } from "pg-boss";
import { clientAt, type DatabaseAddress } from "#platform/outage/client-at.server.ts";
import { findStoreFault } from "#platform/outage/store-fault.ts";
import { log, loggableError } from "#platform/log/log.server.ts";

/**
 * Scheduled jobs, stored in the site's database, so that each runs once however many processes
 * there are. Messages are not jobs here: they have their own queue (domain/notification).
 */
let boss: PgBoss | undefined;

/**
 * Hourly jobs do not need to be polled every second. A job that must run now is started with
 * `runJobNow`.
 */
const POLL_JOBS_S = 60;
const POLL_CLOCK_S = 30;
/** The site has no jobs that wait for other jobs. */
const POLL_DEPENDENT_JOBS_S = 3_600;
/** The workers of this process, by job name. */
const workers = new Map<string, string>();

export async function startQueue(address: DatabaseAddress): Promise<void> {
  const settings = { connectionString: address(), max: 4, migrate: false };
  // The tables exist already: the site's role cannot create any. The settings are passed on to pg's
  // pool, so each connection is opened at the database's current URL.
  boss = createBoss(Object.assign(settings, { Client: clientAt(address) }));
  await boss.start();
}

/** Creates or migrates the queue's tables, as the role that owns them. */
export async function migrateQueue(ownerUrl: string): Promise<void> {
  const migrating = createBoss({
    connectionString: ownerUrl,
    max: 1,
    supervise: false,
    schedule: false,
  });
  await migrating.start();
  await migrating.stop({ graceful: false });
}

function createBoss(options: ConstructorOptions): PgBoss {
  const created = new PgBoss({
    ...options,
    application_name: "rouvia queue",
    cronWorkerIntervalSeconds: POLL_CLOCK_S,
    flowIntervalSeconds: POLL_DEPENDENT_JOBS_S,
  });
  created.on("error", (error) => {
    // An outage of the database is logged once, by the code that watches it. The queue retries by
    // itself.
    if (findStoreFault(error) !== "away")
      log.error("queue failed", { error: loggableError(error) });
  });
  return created;
}

export async function stopQueue(): Promise<void> {
  const stopping = boss;
  boss = undefined;
  await stopping?.stop({ graceful: true, timeout: 5_000 });
}

/** Runs `handler` on a cron schedule (UTC), once however many processes there are. */
export async function repeatJob(
  name: string,
  cron: string,
  handler: () => Promise<void>,
): Promise<void> {
  if (!boss) throw new Error("The queue was used before boot.");
  await boss.createQueue(name, { retryLimit: 2, retryDelay: 60, retryBackoff: true });
  const worker = await boss.work(name, { pollingIntervalSeconds: POLL_JOBS_S }, () => handler());
  workers.set(name, worker);
  await boss.schedule(name, cron);
}

/** Runs a repeated job once now, in addition to its schedule. */
export async function runJobNow(name: string): Promise<void> {
  if (!boss) throw new Error("The queue was used before boot.");
  await boss.send(name, {});
  const worker = workers.get(name);
  if (worker) boss.notifyWorker(worker);
}
