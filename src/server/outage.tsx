import type { Context, MiddlewareHandler } from "hono";
import { OutagePage } from "#pages/public/layout/outage-page.tsx";
import type { StoreFault } from "#platform/outage/store-fault.ts";
import { databaseReturns, checkDatabase } from "#platform/database/database-watch.server.ts";
import { isDiskFull } from "#platform/storage/disk-space.server.ts";
import { withStoreFaults } from "#platform/outage/note-store-fault.server.ts";
import { isFormPost, renderWithPost, wantsPage } from "./saved-post.tsx";
import { respondWithoutPrimary } from "./read-replicas.ts";
import type { ServerEnv } from "./visitor.ts";

/**
 * A database server that was killed is usually back within this time, so a request waits before it
 * fails.
 */
const PATIENCE_MS = 5_000;
/** If so many requests wait already, a further one fails at once. */
const MOST_WAITING = 200;
const RETRY_AFTER_SECONDS = { away: 5, full: 60 } as const satisfies Record<StoreFault, number>;
const CODES = { away: "unavailable", full: "storage_full" } as const satisfies Record<
  StoreFault,
  string
>;

let waiting = 0;

/**
 * While nothing can be read or stored, responds with 503 and Retry-After, in the caller's format:
 * JSON for programs; for people a page that holds what they typed. Public pages are read from a
 * replica meanwhile, if there is one.
 */
export const handleOutages: MiddlewareHandler<ServerEnv> = async (context, next) => {
  // Only the post of a form is small (app.ts), and only its page has something to keep.
  const copy = isFormPost(context) ? context.req.raw.clone() : null;
  const read = await respondWithoutPrimary(context, () => respondOrFault(context, next));
  const fault = read ? read.answer : await waitAndRespond(context, next);
  if (fault) context.res = await respondToOutage(context, fault, copy);
};

async function waitAndRespond(
  context: Context<ServerEnv>,
  next: () => Promise<void>,
): Promise<StoreFault | null> {
  const known = (await waitForDatabase()) ?? (isRefusedWrite(context) ? "full" : null);
  return known ?? respondOrFault(context, next);
}

async function respondOrFault(
  context: Context<ServerEnv>,
  next: () => Promise<void>,
): Promise<StoreFault | null> {
  const met = await withStoreFaults(next);
  if (met) return met;
  // Some libraries wrap all of their errors in a plain one, which hides the cause.
  return context.res.status === 500 && (await checkDatabase()) !== null ? "away" : null;
}

/** While the disk is full, a write is refused before it begins, so that nothing is half stored. */
function isRefusedWrite({ req }: Context<ServerEnv>): boolean {
  return isDiskFull() && req.method !== "GET" && req.method !== "HEAD";
}

async function waitForDatabase(): Promise<StoreFault | null> {
  if (waiting >= MOST_WAITING) return (await databaseReturns(0)) ? null : "away";
  waiting += 1;
  const isThere = await databaseReturns(PATIENCE_MS).finally(() => (waiting -= 1));
  return isThere ? null : "away";
}

async function respondToOutage(
  context: Context<ServerEnv>,
  fault: StoreFault,
  copy: Request | null,
): Promise<Response> {
  const headers = {
    "retry-after": String(RETRY_AFTER_SECONDS[fault]),
    "cache-control": "no-store",
  };
  if (!wantsPage(context.req.raw)) {
    return Response.json({ result: "error", error: CODES[fault] }, { status: 503, headers });
  }
  return renderWithPost(context, copy, { status: 503, headers }, (post) => (
    <OutagePage isFull={fault === "full"} post={post} />
  ));
}
