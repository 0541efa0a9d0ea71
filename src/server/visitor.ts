import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import type { SentResponse } from "#api/serve-calls.server.ts";
import { readCookie } from "#domain/identity/browser-cookie.server.ts";
import { findSession } from "#domain/identity/session.server.ts";
import { defineCustomServerStrategy } from "#messages/runtime.js";
import { isReadingOnly } from "#platform/database/read-only.server.ts";
import { withinRequest } from "#platform/request/request-scope.server.ts";
import {
  hashVisitorSecret,
  makeVisitorSecret,
  visitorCookieName,
  writeVisitorCookie,
} from "#platform/request/visitor-cookie.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { cookieNameAt } from "#values/cookies.ts";
import { parseLoanChoice } from "#values/loan-choice.ts";
import { isProvince } from "#values/province.ts";
import { localeOfPath } from "#ui/locale-href.ts";
import type { Forwarded } from "./forwarded.ts";
import { nonceFor } from "./security-headers.ts";

// Of the words of every answer, a page's and an outage's.
defineCustomServerStrategy("custom-address", {
  getLocale: (request) => (request ? localeOfPath(new URL(request.url).pathname) : undefined),
});

/** What Hono's handlers find in their context, each as soon as it was found out (app.ts). */
export type ServerEnv = {
  Bindings: HttpBindings;
  Variables: {
    forwarded: Forwarded;
    visitor: Visitor;
    /** Of the scripts of the page that answers (security-headers.ts). */
    nonce?: string;
    /** CSP sources of the scripts of a page that has no nonce of its own. */
    scriptHashes?: string;
    /** Its bytes are as they are to be sent. */
    isEncoded?: boolean;
    /** What a call answered (shared-calls.ts). */
    sent?: SentResponse;
  };
};

/** How often somebody wants payments said. */
export function readPayments(cookie: string | undefined, origin: string): Visitor["payments"] {
  const name = cookieNameAt(origin, "payments");
  const payments = parse(cookie ?? "", name)[name];
  return payments === "monthly" || payments === "biweekly" ? payments : undefined;
}

/** Where somebody said beside a payment that they are. */
export function readProvince(cookie: string | undefined, origin: string): Visitor["province"] {
  const name = cookieNameAt(origin, "province");
  const province = parse(cookie ?? "", name)[name];
  return isProvince(province) ? province : undefined;
}

/** The look that somebody chose. */
export function readTheme(cookie: string | undefined, origin: string): Visitor["theme"] {
  const name = cookieNameAt(origin, "theme");
  const theme = parse(cookie ?? "", name)[name];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/**
 * Finds out who asks. The visitor cookie ties a draft and a phone code to one browser; it is set with
 * the first thing a person sends, never for just looking.
 */
export const identifyVisitor: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const request = context.req.raw;
  const { origin, ipAddress } = context.get("forwarded");
  const known = getCookie(context, visitorCookieName(origin));
  const isKnown = known !== undefined && /^[\w-]{22,64}$/.test(known);
  let secret = isKnown ? known : undefined;
  const readSecret = () => (secret ??= makeVisitorSecret());
  const hasSession = /(?:^|;\s*)(?:__Host-)?session=/.test(context.req.header("cookie") ?? "");
  const session =
    hasSession && !isReadingOnly() ? await findSession({ headers: request.headers, origin }) : null;
  context.set("visitor", {
    // Calls that many make need neither of the two.
    get visitorHash() {
      return hashVisitorSecret(readSecret());
    },
    isUnknown: !isKnown,
    isNew: !isKnown && session === null && request.method !== "POST",
    get nonce() {
      return nonceFor(context);
    },
    locale: localeOfPath(context.req.path),
    ipAddress,
    origin,
    theme: readTheme(context.req.header("cookie"), origin),
    payments: readPayments(context.req.header("cookie"), origin),
    province: readProvince(context.req.header("cookie"), origin),
    loan: parseLoanChoice(readCookie({ headers: request.headers, origin }, "loan")),
    estimateCookie: readCookie({ headers: request.headers, origin }, "estimate"),
    user: session?.user ?? null,
    sessionId: session?.sessionId ?? null,
  });
  const hasWritten = readCookie({ headers: request.headers, origin }, "wrote") !== undefined;
  const scope = {
    user: session?.user ?? null,
    ipAddress,
    get visitorHash() {
      return context.get("visitor").visitorHash;
    },
    hasWritten,
  };
  await withinRequest(scope, next);
  if (isKnown || request.method !== "POST") return;
  // Only now: a page answers with a response of its own, which drops headers set before it.
  addCookie(context, writeVisitorCookie(origin, readSecret()));
};

/** Adds to an answer that is there. */
export function addCookie(context: Context<ServerEnv>, cookie: string): void {
  // A call sets none of its own, and its answer is sent as it is: changed, it would be made anew as a
  // stream, which is read back before it goes out.
  if (context.get("sent")) context.env.outgoing.appendHeader("set-cookie", cookie);
  else context.header("set-cookie", cookie, { append: true });
}
