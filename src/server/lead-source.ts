import type { MiddlewareHandler } from "hono";
import { readCookie, writeCookie } from "#domain/identity/browser-cookie.server.ts";
import { COOKIE_SECONDS, type CookieName } from "#values/cookies.ts";
import {
  type LeadSource,
  NO_SOURCE,
  parseSource,
  readArrival,
  writeSource,
} from "#values/lead-source.ts";
import type { ServerEnv } from "./visitor.ts";

const COOKIE = "source" satisfies CookieName;
const HAS_COOKIE = /(?:^|;\s*)(?:__Host-)?source=/;

type Request = {
  /** The address, with or without the site's origin. */
  url: string;
  referer: string | undefined;
  cookie: string | undefined;
  origin: string;
};

/**
 * Whether the request may be one that `rememberSource` notes. Most requests follow a link of our
 * own, or none, and are told by their headers alone.
 */
export function cameFromElsewhere({ url, referer, cookie, origin }: Request): boolean {
  const isTagged = url.includes("utm_");
  if (!isTagged && (referer === undefined || referer.startsWith(`${origin}/`))) return false;
  return cookie === undefined || !HAS_COOKIE.test(cookie);
}

/**
 * Notes in the visitor's browser by what link they came, until they send a form. The cookie is the
 * same for everybody who came by that link, the first one counts, and direct visits get none. It is
 * added to the response that is sent, never to the one that is shared. A browser that asks not to
 * be followed (Global Privacy Control) gets none either.
 */
export const rememberSource: MiddlewareHandler<ServerEnv> = async (context, next) => {
  await next();
  const { req } = context;
  if (req.method !== "GET" || wishesNoNotes(req.raw.headers)) return;
  const { origin } = context.get("forwarded");
  const [referer, cookie] = [req.header("referer"), req.header("cookie")];
  if (!cameFromElsewhere({ url: req.url, referer, cookie, origin })) return;
  if (!context.res.headers.get("content-type")?.startsWith("text/html")) return;
  const arrival = readArrival({ href: req.url, referer, origin });
  if (!arrival) return;
  // Set on the response itself: Hono's `context.header` would copy the body into a new response.
  context.res.headers.append(
    "set-cookie",
    writeCookie(origin, COOKIE, writeSource(arrival), COOKIE_SECONDS[COOKIE]),
  );
};

/**
 * Where the sender of a request came from: as their browser noted, else by the tags of the page that
 * the form was sent from. Null if they wish no notes.
 */
export function readLeadSource({
  headers,
  origin,
}: {
  headers: Headers;
  origin: string;
}): LeadSource | null {
  if (wishesNoNotes(headers)) return null;
  const noted = parseSource(readCookie({ headers, origin }, COOKIE));
  const href = headers.get("referer") ?? "";
  return (
    noted ?? readArrival({ href, referer: null, origin }) ?? { ...NO_SOURCE, source: "direct" }
  );
}

function wishesNoNotes(headers: Headers): boolean {
  return headers.get("sec-gpc") === "1";
}
