import type { MiddlewareHandler } from "hono";
import type { ServerEnv } from "./server-env.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses a state-changing request that another site made a visitor's browser send. A url-encoded
 * post needs no CORS preflight, so cookies alone prove nothing. Programs that send neither header
 * (curl, a dealer's script) carry no ambient cookies and pass.
 */
export function originCheck(): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    if (SAFE_METHODS.has(context.req.method)) return next();
    const site = context.req.header("sec-fetch-site");
    const origin = context.req.header("origin");
    const isOwn =
      origin !== undefined
        ? origin === context.get("visitor").origin
        : site === undefined || site === "same-origin" || site === "none";
    if (!isOwn || site === "cross-site") {
      return context.json({ result: "error", error: "cross_site_request" }, 403);
    }
    return next();
  };
}
