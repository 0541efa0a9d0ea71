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

/** Lets public pages be read from a replica, except by somebody who sent something recently. */
export const readFromReplicas: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const hasWritten = findRequestScope()?.hasWritten ?? false;
  await (mayBeOlder(context) && !hasWritten ? allowReplica(next) : next());
};

/** A standby that just lost its primary has replayed by then what it received. */
const SETTLING_MS = 2_000;
const POLL_MS = 50;

/**
 * Responds to a request for a public page while no primary is reachable; null if that is not
 * possible. A member sees what strangers see, since sessions are read from the primary
 * (visitor.ts).
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

/** Whether the request reads something public, which may be a little out of date. */
function mayBeOlder(context: Context<ServerEnv>): boolean {
  const path = context.req.path.replace(/\.data$/, "");
  return isReading(context) && (isSharedPage(path) || path.startsWith("/singleListing/"));
}
