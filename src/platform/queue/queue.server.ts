import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Transaction } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";

/**
 * The job queue, on the project's own database: a job sent inside a transaction exists exactly when
 * that transaction committed, so an acknowledged lead always has its deliveries and none is invented.
 */
let boss: PgBoss | undefined;

export type QueueOptions = {
  retryLimit: number;
  retryDelaySeconds: number;
  retryDelayMaxSeconds: number;
};

export async function startQueue(databaseUrl: string): Promise<void> {
  boss = new PgBoss({ connectionString: databaseUrl, application_name: "rouvia queue", max: 4 });
  boss.on("error", (error) => log.error("queue failed", { error: loggableError(error) }));
  await boss.start();
}

export async function stopQueue(): Promise<void> {
  const stopping = boss;
  boss = undefined;
  await stopping?.stop({ graceful: true, timeout: 5_000 });
}

function running(): PgBoss {
  if (!boss) throw new Error("The queue was used before boot.");
  return boss;
}

/** Makes sure that a queue exists, with these retry rules. */
export async function ensureQueue(name: string, options: QueueOptions): Promise<void> {
  const rules = {
    retryLimit: options.retryLimit,
    retryDelay: options.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: options.retryDelayMaxSeconds,
  };
  await running().createQueue(name, rules);
  await running().updateQueue(name, rules);
}

/** Sends a job as part of `transaction`. */
export async function sendInTransaction(
  transaction: Transaction,
  name: string,
  data: object,
): Promise<void> {
  await running().send(name, data, { db: fromDrizzle(transaction, sql) });
}

export type Job<Data> = { id: string; data: Data; attempt: number; isLastAttempt: boolean };

/** Works a queue's jobs, a few at a time. A handler that throws has its job tried again. */
export async function workQueue<Data extends object>(
  name: string,
  options: { concurrency: number },
  handler: (job: Job<Data>) => Promise<void>,
): Promise<void> {
  const rules = {
    localConcurrency: options.concurrency,
    pollingIntervalSeconds: 0.5,
    includeMetadata: true,
  } as const;
  await running().work<Data, void, typeof rules>(name, rules, async (jobs) => {
    for (const job of jobs) {
      await handler({
        id: job.id,
        data: job.data,
        attempt: job.retryCount + 1,
        isLastAttempt: job.retryCount >= job.retryLimit,
      });
    }
  });
}

/** Runs `handler` by a cron line (UTC), once however many processes there are. */
export async function repeatJob(
  name: string,
  cron: string,
  handler: () => Promise<void>,
): Promise<void> {
  await running().createQueue(name, { retryLimit: 2, retryDelay: 60, retryBackoff: true });
  await running().work(name, async () => handler());
  await running().schedule(name, cron);
}
