import { createHash, randomBytes } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { findSession } from "#domain/identity/session.server.ts";
import { localeOfPath } from "#ui/locale-href.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { type ProxyTrust, readForwarded } from "./forwarded.ts";
import type { ServerEnv } from "./server-env.ts";

const VISITOR_COOKIE_SECONDS = 30 * 24 * 60 * 60;

/**
 * Finds out who asks, before anything else runs. The visitor cookie ties a draft and a phone code
 * to one browser; it is set with the first thing a person sends, never for just looking.
 */
export function identifyVisitor(options: {
  isTrustedProxy: ProxyTrust;
  siteUrl?: string;
}): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const request = context.req.raw;
    const peer = context.env.incoming.socket.remoteAddress ?? "";
    const forwarded = readForwarded(request.headers, peer, options.isTrustedProxy);
    const isHttps = forwarded.protocol === "https";
    const cookieName = isHttps ? "__Host-visitor" : "visitor";

    const known = getCookie(context, cookieName);
    const isKnown = known !== undefined && /^[\w-]{22,64}$/.test(known);
    const secret = isKnown ? known : randomBytes(24).toString("base64url");
    const path = new URL(request.url).pathname;
    const theme = getCookie(context, "theme");
    const visitor: Visitor = {
      visitorHash: createHash("sha256").update(secret).digest("hex"),
      locale: localeOfPath(path),
      ipAddress: forwarded.ipAddress,
      origin: originOf(options.siteUrl, forwarded),
      nonce: randomBytes(16).toString("base64"),
      theme: theme === "light" || theme === "dark" ? theme : "system",
      user: null,
      sessionId: null,
    };
    const hasSession = /(?:^|;\s*)(?:__Host-)?session=/.test(request.headers.get("cookie") ?? "");
    if (hasSession) {
      const session = await findSession({ headers: request.headers, origin: visitor.origin });
      visitor.user = session?.user ?? null;
      visitor.sessionId = session?.sessionId ?? null;
    }
    context.set("visitor", visitor);
    await next();
    if (isKnown || request.method !== "POST") return;
    // Only now: a page answers with a response of its own, which drops headers set before it.
    setCookie(context, cookieName, secret, {
      httpOnly: true,
      secure: isHttps,
      sameSite: "Lax",
      path: "/",
      maxAge: VISITOR_COOKIE_SECONDS,
    });
  };
}

/** The site's origin as this visitor sees it. SITE_URL wins where the visitor came by that host. */
function originOf(siteUrl: string | undefined, seen: { protocol: string; host: string }): string {
  if (siteUrl && new URL(siteUrl).host === seen.host) return new URL(siteUrl).origin;
  return `${seen.protocol}://${seen.host}`;
}
