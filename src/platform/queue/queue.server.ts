import { PgBoss } from "pg-boss";
import { log, loggableError } from "#platform/log/log.server.ts";

/**
 * Jobs that come back by the clock, on the project's own database: once, however many processes
 * there are. What is sent to anybody is no job here: a message is its own (domain/notification).
 */
let boss: PgBoss | undefined;

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

/** Runs `handler` by a cron line (UTC), once however many processes there are. */
export async function repeatJob(
  name: string,
  cron: string,
  handler: () => Promise<void>,
): Promise<void> {
  if (!boss) throw new Error("The queue was used before boot.");
  await boss.createQueue(name, { retryLimit: 2, retryDelay: 60, retryBackoff: true });
  await boss.work(name, async () => handler());
  await boss.schedule(name, cron);
}
