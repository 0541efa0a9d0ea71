import { asc, eq } from "drizzle-orm";
import { notifyAdministrators } from "#domain/identity/administrators.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { repeatJob, runJobNow } from "#platform/queue/queue.server.ts";
import { jobRunTable } from "./job-run.table.ts";

/** A task that the site does on a schedule, in one process at a time however many there are. */
export type Job = {
  name: string;
  /** At these minutes of the hour: 10 means at :00, :10, :20 …, 1 means every minute. */
  everyMinutes: 1 | 10 | 15 | 60;
  /** For an hourly job: the minute at which it runs, so that not all run at once. */
  atMinute?: number;
  /**
   * An additional run at the start of the site: before it answers requests, or while it already
   * does.
   */
  atStart?: "before_serving" | "while_serving";
  run(): Promise<unknown>;
};

/** Makes the queue run these jobs from now on. */
export async function startJobs(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    const { name, everyMinutes, atStart } = job;
    await db()
      .insert(jobRunTable)
      .values({ name, everyMinutes })
      .onConflictDoUpdate({ target: jobRunTable.name, set: { everyMinutes } });
    if (atStart === "before_serving") await runJob(job);
    await repeatJob(name, writeCron(job), () => runJob(job));
    if (atStart === "while_serving") await runJobNow(name);
  }
}

function writeCron({ everyMinutes, atMinute = 0 }: Job): string {
  return everyMinutes === 60 ? `${atMinute} * * * *` : `*/${everyMinutes} * * * *`;
}

/**
 * Runs a job once and records the result. Administrators are notified of a failure once a day for
 * each job.
 * @throws what the job throws: the queue tries again
 */
export async function runJob({ name, run }: Job): Promise<void> {
  await updateRun(name, { startedAt: now(), endedAt: null, hasFailed: false });
  try {
    await run();
  } catch (error) {
    log.error("job failed", { job: name, error: loggableError(error) });
    await updateRun(name, { endedAt: now(), hasFailed: true });
    await notifyAdministrators(`job_failed:${name}`, (addressee) => ({
      ...addressee,
      event: "job_failed",
      params: { job: name },
    }));
    throw error;
  }
  await updateRun(name, { endedAt: now() });
}

async function updateRun(
  name: string,
  run: Partial<typeof jobRunTable.$inferInsert>,
): Promise<void> {
  await db().update(jobRunTable).set(run).where(eq(jobRunTable.name, name));
}

/** The site's jobs and the result of the last run of each. */
export function listJobRuns() {
  return db().select().from(jobRunTable).orderBy(asc(jobRunTable.name));
}
