import type { Context, MiddlewareHandler } from "hono";
import { databaseAwaySince, databaseReturns } from "#platform/database/database-watch.server.ts";
import {
  allowReplica,
  hasReplicas,
  readWithoutPrimary,
} from "#platform/database/replicas.server.ts";
import { findRequestScope } from "#platform/request/request-scope.server.ts";
import { isSharedPage } from "./page-caching.ts";
import type { ServerEnv } from "./visitor.ts";

/** Lets what anybody may read come from a replica, except for whoever sent something lately. */
export const readFromReplicas: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const hasWritten = findRequestScope()?.hasWritten ?? false;
  await (mayBeOlder(context) && !hasWritten ? allowReplica(next) : next());
};

/** A standby that was cut off a moment ago has replayed what it received by then. */
const SETTLING_MS = 2_000;
const POLL_MS = 50;

/**
 * Answers what anybody may read while no primary is there to be asked; null where that cannot be. Who
 * is signed in sees what strangers see, since a session is the primary's to know (visitor.ts).
 */
export async function respondWithoutPrimary<Result>(
  context: Context<ServerEnv>,
  result: () => Promise<Result>,
): Promise<{ answer: Result } | null> {
  if (databaseAwaySince() === null || !hasReplicas() || !mayBeOlder(context)) return null;
  const until = performance.now() + SETTLING_MS;
  while (databaseAwaySince() !== null && performance.now() < until) {
    const reading = readWithoutPrimary(result);
    if (reading) return { answer: await reading };
    await databaseReturns(POLL_MS);
  }
  return null;
}

function isReading({ req }: Context<ServerEnv>): boolean {
  return req.method === "GET" || req.method === "HEAD";
}

/** Whether it reads what anybody may read. */
function mayBeOlder(context: Context<ServerEnv>): boolean {
  const path = context.req.path.replace(/\.data$/, "");
  return isReading(context) && (isSharedPage(path) || path.startsWith("/singleListing/"));
}
