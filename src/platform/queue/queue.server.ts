import { type ConstructorOptions, PgBoss } from "pg-boss";
import { clientAt, type DatabaseAddress } from "#platform/outage/client-at.server.ts";
import { findStoreFault } from "#platform/outage/store-fault.ts";
import { log, loggableError } from "#platform/log/log.server.ts";

/**
 * Jobs that come back by the clock, on the project's own database: once, however many processes
 * there are. What is sent to anybody is no job here: a message is its own (domain/notification).
 */
let boss: PgBoss | undefined;

/** What comes back by the hour need not be looked for by the second; what is to run now is called (`runJobNow`). */
const POLL_JOBS_S = 60;
const POLL_CLOCK_S = 30;
/** Jobs that wait for others to end: there are none. */
const POLL_DEPENDENT_JOBS_S = 3_600;
/** Of this process, by the job's name. */
const workers = new Map<string, string>();

export async function startQueue(address: DatabaseAddress): Promise<void> {
  const settings = { connectionString: address(), max: 4, migrate: false };
  // Its tables are there already: the role that the site connects as makes none. It hands its settings
  // on to a pool of pg's, and so opens each connection where the database is by then.
  boss = createBoss(Object.assign(settings, { Client: clientAt(address) }));
  await boss.start();
}

/** Makes the queue's tables or brings them up to date, as the role that owns them. */
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
    // That the database is away is said once, by whoever watches it; the queue asks again by itself.
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

/** Runs `handler` by a cron line (UTC), once however many processes there are. */
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

/** Runs a repeated job once more, beside its clock. */
export async function runJobNow(name: string): Promise<void> {
  if (!boss) throw new Error("The queue was used before boot.");
  await boss.send(name, {});
  const worker = workers.get(name);
  if (worker) boss.notifyWorker(worker);
}
