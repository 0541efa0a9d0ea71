import type { MiddlewareHandler } from "hono";
import { writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { env } from "#platform/env/env.server.ts";
import { COOKIE_SECONDS, type CookieName } from "#values/cookies.ts";
import { addCookie, type ServerEnv } from "./visitor.ts";

const COOKIE = "wrote" satisfies CookieName;

/**
 * Marks the browser of somebody who sent something, so that for two minutes they see what they
 * wrote: a member gets no cached reads (cached-reads.server.ts), and nobody is served from a
 * replica. The mark is not signed: it only chooses how its bearer's own pages are read, and a
 * forged one only makes them fresher.
 */
export const markWriters: MiddlewareHandler<ServerEnv> = async (context, next) => {
  await next();
  if (context.req.method === "GET" || context.req.method === "HEAD") return;
  const isMember = context.get("visitor").user !== null;
  if (!isMember && env().DATABASE_READ_URLS.length === 0) return;
  const { origin } = context.get("forwarded");
  addCookie(context, writeCookie(origin, COOKIE, "1", COOKIE_SECONDS[COOKIE]));
};
