import type { MiddlewareHandler } from "hono";
import { readCookie, writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { allowReplica } from "#platform/database/replicas.server.ts";
import { COOKIE_SECONDS, type CookieName } from "#values/cookies.ts";
import { isSharedPage } from "./page-caching.ts";
import type { ServerEnv } from "./visitor.ts";

const COOKIE = "wrote" satisfies CookieName;

/**
 * Lets what anybody may read come from a replica, except for whoever sent something lately: they see
 * what they wrote. The mark is not signed: it only chooses where its bearer's own pages are read,
 * and a false one makes them fresher.
 */
export const readFromReplicas: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const { method, path, raw } = context.req;
  const { origin } = context.get("forwarded");
  const isReading = method === "GET" || method === "HEAD";
  const mayBeOlder = isReading && isOpenToAll(path);
  const hasWritten = readCookie({ headers: raw.headers, origin }, COOKIE) !== undefined;
  await (mayBeOlder && !hasWritten ? allowReplica(next) : next());
  if (isReading) return;
  const cookie = writeCookie(origin, COOKIE, "1", COOKIE_SECONDS[COOKIE]);
  context.header("set-cookie", cookie, { append: true });
};

function isOpenToAll(path: string): boolean {
  return isSharedPage(path.replace(/\.data$/, "")) || path.startsWith("/singleListing/");
}
