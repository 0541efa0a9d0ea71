import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { cookieNameAt } from "#values/cookies.ts";
import { formHandlers } from "#domain/lead-forms.server.ts";
import { kindOf } from "#forms/questions/kinds.ts";
import { paraglideMiddleware } from "#messages/server.js";
import { type KeptPost, OutagePage } from "#pages/public/layout/outage-page.tsx";
import type { StoreFault } from "#platform/outage/store-fault.ts";
import { databaseReturns, lookForDatabase } from "#platform/database/database-watch.server.ts";
import { isDiskFull } from "#platform/storage/disk-space.server.ts";
import { readPost } from "#platform/request/read-post.server.ts";
import { withStoreFaults } from "#platform/outage/note-store-fault.server.ts";
import stylesheet from "../site.css?url";
import { renderBarePage } from "./bare-page.tsx";
import { answerWithoutPrimary } from "./read-replicas.ts";
import type { ServerEnv } from "./visitor.ts";

/** A database that was killed is usually back before anybody has to be told. */
const PATIENCE_MS = 5_000;
/** Who comes when so many wait already is told at once. */
const MOST_WAITING = 200;
const RETRY_AFTER_SECONDS = { away: 5, full: 60 } as const satisfies Record<StoreFault, number>;
const CODES = { away: "unavailable", full: "storage_full" } as const satisfies Record<
  StoreFault,
  string
>;

let waiting = 0;

/**
 * Answers in the caller's form while nothing can be read or stored, with 503 and the time to come
 * back: JSON to programs, to people a page that holds what they typed. What anybody may read comes from
 * a replica meanwhile, where there is one.
 */
export const answerOutages: MiddlewareHandler<ServerEnv> = async (context, next) => {
  // Only a form's post is small (app.ts), and only its page has something to keep.
  const copy = isFormPost(context) ? context.req.raw.clone() : null;
  const read = await answerWithoutPrimary(context, () => answerOrFault(context, next));
  const fault = read ? read.answer : await waitAndAnswer(context, next);
  if (fault) context.res = await answerOutage(context, fault, copy);
};

async function waitAndAnswer(
  context: Context<ServerEnv>,
  next: () => Promise<void>,
): Promise<StoreFault | null> {
  const known = (await waitForDatabase()) ?? (isRefusedWrite(context) ? "full" : null);
  return known ?? answerOrFault(context, next);
}

async function answerOrFault(
  context: Context<ServerEnv>,
  next: () => Promise<void>,
): Promise<StoreFault | null> {
  const met = await withStoreFaults(next);
  if (met) return met;
  // Parts that wrap every error of theirs in a plain one hide what it was.
  return context.res.status === 500 && (await lookForDatabase()) !== null ? "away" : null;
}

/** Nothing half stored: what would be stored is refused before it begins. */
function isRefusedWrite({ req }: Context<ServerEnv>): boolean {
  return isDiskFull() && req.method !== "GET" && req.method !== "HEAD";
}

async function waitForDatabase(): Promise<StoreFault | null> {
  if (waiting >= MOST_WAITING) return (await databaseReturns(0)) ? null : "away";
  waiting += 1;
  const isThere = await databaseReturns(PATIENCE_MS).finally(() => (waiting -= 1));
  return isThere ? null : "away";
}

function isFormPost({ req }: Context<ServerEnv>): boolean {
  if (req.method !== "POST" || !wantsPage(req.raw)) return false;
  const type = req.header("content-type") ?? "";
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
}

/** Browsers ask for HTML by name; the router's own fetches and programs do not. */
function wantsPage(request: Request): boolean {
  const accept = request.headers.get("accept") ?? "";
  return accept.includes("text/html") && !new URL(request.url).pathname.endsWith(".data");
}

async function answerOutage(
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
  const { pathname, search } = new URL(context.req.url);
  const address = pathname + search;
  const post = copy && (await readKept(copy, address));
  const theme = getCookie(context, cookieNameAt(context.get("forwarded")?.origin ?? "", "theme"));
  const html = await paraglideMiddleware(
    context.req.raw,
    () =>
      new Response(
        renderBarePage({
          address,
          stylesheet,
          theme,
          children: <OutagePage isFull={fault === "full"} post={post} />,
        }),
      ),
  );
  return new Response(html.body, {
    status: 503,
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
  });
}

/** Passwords and codes of the forms that make no lead. */
const SECRET_NAMES = /passw|secret|token|(?<!postal)code$/i;

/** Answers that are stored sealed, by the names of their controls. */
const unkeptNames = new Set(
  formHandlers
    .flatMap(({ form }) => form.steps)
    .flatMap(({ questions }) => questions)
    .filter(({ sealed }) => sealed === true)
    .flatMap((question) => kindOf(question).controls(question)),
);

/** What was typed, without what must not stand in a page; null for what is no form's post. */
async function readKept(copy: Request, action: string): Promise<KeptPost | null> {
  const post = await readPost(copy);
  if (!post.ok) return null;
  const kept = [...post.fields].filter(
    ([name]) => !unkeptNames.has(name) && !SECRET_NAMES.test(name),
  );
  return {
    action,
    fields: kept.flatMap(([name, values]) => values.map((value) => [name, value] as const)),
    isPartial: post.files.size > 0 || kept.length < post.fields.size,
  };
}
