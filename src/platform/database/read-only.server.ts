import { AsyncLocalStorage } from "node:async_hooks";
import type { NodePgDatabase } from "drizzle-orm/node-postgres";

const standIn = new AsyncLocalStorage<{ database: NodePgDatabase; isOver: boolean }>();

/**
 * Makes `db` return a read-only database until `work` is done: a write there fails as in an outage.
 * What `work` starts for later (a timer, a prefetch) gets the process's own database again.
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

/** Whether the present code may only read (`readOnlyFrom`). */
export function isReadingOnly(): boolean {
  return findStandIn() !== null;
}

/** The database that stands in for the primary; null if none does. */
export function findStandIn(): NodePgDatabase | null {
  const scope = standIn.getStore();
  return scope?.isOver === false ? scope.database : null;
}
