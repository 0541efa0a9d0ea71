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
import { readLeadSource } from "./lead-source.ts";
import type { Forwarded } from "./forwarded.ts";
import { nonceFor } from "./security-headers.ts";

// The language of the messages in every response, of a page and of an outage.
defineCustomServerStrategy("custom-address", {
  getLocale: (request) => (request ? localeOfPath(new URL(request.url).pathname) : undefined),
});

/** The variables of Hono's context, each set as soon as it is known (app.ts). */
export type ServerEnv = {
  Bindings: HttpBindings;
  Variables: {
    forwarded: Forwarded;
    visitor: Visitor;
    /** For the scripts of the page that responds (security-headers.ts). */
    nonce?: string;
    /** CSP sources of the scripts of a page that has no nonce of its own. */
    scriptHashes?: string;
    /** Its bytes are already in their final encoding. */
    isEncoded?: boolean;
    /** The response of a call (shared-calls.ts). */
    sent?: SentResponse;
  };
};

/** How often somebody wants to see payments: the period that they chose. */
export function readPayments(cookie: string | undefined, origin: string): Visitor["payments"] {
  const name = cookieNameAt(origin, "payments");
  const payments = parse(cookie ?? "", name)[name];
  return payments === "monthly" || payments === "biweekly" ? payments : undefined;
}

/** The province that somebody chose beside a payment. */
export function readProvince(cookie: string | undefined, origin: string): Visitor["province"] {
  const name = cookieNameAt(origin, "province");
  const province = parse(cookie ?? "", name)[name];
  return isProvince(province) ? province : undefined;
}

/** The theme that somebody chose. */
export function readTheme(cookie: string | undefined, origin: string): Visitor["theme"] {
  const name = cookieNameAt(origin, "theme");
  const theme = parse(cookie ?? "", name)[name];
  return theme === "light" || theme === "dark" ? theme : "system";
}

/**
 * Finds out who sent the request. The visitor cookie links a draft and a phone code to one browser;
 * it is set with the first thing that a person sends, never for only reading.
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
    // Computed when read: calls that many make need neither of the two.
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
    get leadSource() {
      return readLeadSource({ headers: request.headers, origin });
    },
  };
  await withinRequest(scope, next);
  if (isKnown || request.method !== "POST") return;
  // Set after the handler: a page creates a response of its own, which drops headers that were set
  // before.
  addCookie(context, writeVisitorCookie(origin, readSecret()));
};

/** Adds a cookie to a response that exists already. */
export function addCookie(context: Context<ServerEnv>, cookie: string): void {
  // A call sets no cookies, and its response is sent as it is. A change through Hono would rebuild
  // it as a stream, which is read back before it is sent.
  if (context.get("sent")) context.env.outgoing.appendHeader("set-cookie", cookie);
  else context.header("set-cookie", cookie, { append: true });
}
