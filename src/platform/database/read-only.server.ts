import { AsyncLocalStorage } from "node:async_hooks";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

const standIn = new AsyncLocalStorage<{ database: NodePgDatabase; isOver: boolean }>();

/**
 * Lets `db` answer a database that only reads, until `work` is done: a write there fails as in an
 * outage. What it leaves for later (a timer, a look ahead) finds the process's own again.
 */
export async function readOnlyFrom<Result>(
  database: NodePgDatabase,
  work: () => PromiseLike<Result>,
): Promise<Result> {
  const scope = { database, isOver: false };
  try {
    return await standIn.run(scope, work);
  } finally {
    scope.isOver = true;
  }
}

/** Whether what is being done may only read (`readOnlyFrom`). */
export function isReadingOnly(): boolean {
  return findStandIn() !== null;
}

/** The database that answers in the primary's place, where one does. */
export function findStandIn(): NodePgDatabase | null {
  const scope = standIn.getStore();
  return scope?.isOver === false ? scope.database : null;
}
