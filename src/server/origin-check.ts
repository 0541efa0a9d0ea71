import type { MiddlewareHandler } from "hono";
import { recordRefusal } from "#domain/audit/record-audit.server.ts";
import { formatPage } from "./record-refusals.ts";
import type { ServerEnv } from "./visitor.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing request that another site made a visitor's browser send. A url-encoded
 * post needs no CORS preflight, so cookies alone prove nothing. Programs that send none of the
 * three headers (curl, a dealer's script) have no browser's cookies and pass.
 */
export const originCheck: MiddlewareHandler<ServerEnv> = async (context, next) => {
  if (
    SAFE_METHODS.has(context.req.method) ||
    isOwn(context.req.raw.headers, context.get("forwarded").origin)
  ) {
    return next();
  }
  const { ipAddress } = context.get("forwarded");
  await recordRefusal({
    by: { kind: "visitor", accountId: null },
    action: "cross_site_refused",
    on: { kind: "page", id: formatPage(context.req.path) },
    ipAddress,
    outcome: "refused",
  });
  return context.json({ result: "error", error: "cross_site_request" }, 403);
};

function isOwn(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site === "cross-site") return false;
  const origin = headers.get("origin") ?? parseRefererOrigin(headers.get("referer"));
  if (origin !== null) return origin === ownOrigin;
  return site === null || site === "same-origin" || site === "none";
}

/** Returns "null", as browsers write it, if the header is not a valid address. */
function parseRefererOrigin(referer: string | null): string | null {
  if (referer === null) return null;
  return URL.canParse(referer) ? new URL(referer).origin : "null";
}
