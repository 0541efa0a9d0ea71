import type { MiddlewareHandler } from "hono";
import { log } from "#platform/log/log.server.ts";
import { normaliseAddress, type ProxyTrust } from "#platform/request/proxy-trust.ts";
import type { ServerEnv } from "./visitor.ts";

/** What a request says about where it comes from, as far as that can be believed. */
export type Forwarded = { ipAddress: string; origin: string };

/** A request that is not for this site, or not as it may come. */
type Refused =
  /** It names no host that could be one. */
  | { status: 400; error: "bad_host" }
  /** SITE_URL is the only address of the site (RFC 9110 §15.5.20). */
  | { status: 421; error: "misdirected_request" }
  /** In clear, where the site is secure: a look is led to the secure address, all else is refused. */
  | { status: 308; error: "https_required"; origin: string };

/** Finds out where a request comes from, and answers what is not meant for this site. */
export function readOrigin(options: {
  isTrustedProxy: ProxyTrust;
  siteUrl?: string;
}): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const peer = context.env.incoming.socket.remoteAddress ?? "";
    const forwarded = readForwarded(context.req.raw.headers, peer, options);
    if ("status" in forwarded) {
      const { status, error } = forwarded;
      if (status !== 308) return context.json({ result: "error", error }, status);
      const isView = context.req.method === "GET" || context.req.method === "HEAD";
      if (!isView) return context.json({ result: "error", error }, 403);
      const { pathname, search } = new URL(context.req.url);
      // Of a proxy that is being set up right the old answer is not to be remembered.
      context.header("cache-control", "no-store");
      return context.redirect(forwarded.origin + pathname + search, status);
    }
    context.set("forwarded", forwarded);
    return next();
  };
}

/**
 * Reads the headers of a request that arrived from `peerAddress`. What proxies forward is believed
 * only from a trusted one. With SITE_URL nothing but its origin is ever the site's.
 */
export function readForwarded(
  headers: Pick<Headers, "get">,
  peerAddress: string,
  { isTrustedProxy, siteUrl }: { isTrustedProxy: ProxyTrust; siteUrl?: string },
): Forwarded | Refused {
  const site = siteUrl ? readOriginOf(siteUrl) : undefined;
  const isTrusted = isTrustedProxy(peerAddress);
  const readTrusted = (name: string) => (isTrusted ? lastEntry(headers.get(name)) : undefined);
  const saidProtocol = readTrusted("x-forwarded-proto");
  const protocol = saidProtocol === "https" ? "https" : "http";
  const host = readTrusted("x-forwarded-host") ?? headers.get("host") ?? "localhost";
  const requested = parseOrigin(protocol, host);
  if (!requested) return { status: 400, error: "bad_host" };
  if (site && site.hostname !== requested.hostname)
    return { status: 421, error: "misdirected_request" };
  // Nobody's silence says that the visitor came over TLS, a proxy's neither.
  if (site?.protocol === "https:" && protocol === "http") {
    if (isTrusted && saidProtocol === undefined) warnOfSilentProxy();
    return { status: 308, error: "https_required", origin: site.origin };
  }
  const chain = isTrusted ? (headers.get("x-forwarded-for") ?? "") : "";
  return {
    ipAddress: findVisitorAddress(chain, peerAddress, isTrustedProxy),
    origin: site?.origin ?? requested.origin,
  };
}

const WARNING_MS = 60 * 60_000;
let warnedAt = Number.NEGATIVE_INFINITY;

/** Behind one that ends TLS, the secure address leads to itself: without this line nobody would know why. */
function warnOfSilentProxy(): void {
  if (performance.now() - warnedAt < WARNING_MS) return;
  warnedAt = performance.now();
  log.warn("proxy does not say X-Forwarded-Proto: its requests are led to https, without an end");
}

/** The nearest proxy's own word; what stands before it was handed on, and may be the visitor's. */
function lastEntry(list: string | null): string | undefined {
  return list?.split(",").at(-1)?.trim() || undefined;
}

/** An origin as browsers write it. Null where the host is more than a name and a port, or none. */
function parseOrigin(protocol: string, host: string): Origin | null {
  if (!/^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return null;
  const url = `${protocol}://${host}`;
  return origins.has(url) || URL.canParse(url) ? readOriginOf(url) : null;
}

type Origin = { origin: string; protocol: string; hostname: string };

/** A site is asked for by few names, with every request. */
const origins = new Map<string, Origin>();
const MOST_KNOWN = 100;

function readOriginOf(url: string): Origin {
  const known = origins.get(url);
  if (known) return known;
  const { origin, protocol, hostname } = new URL(url);
  const read = { origin, protocol, hostname };
  if (origins.size >= MOST_KNOWN) origins.clear();
  origins.set(url, read);
  return read;
}

/**
 * Walks from our own end of the chain to the first address that is not one of our proxies: whatever
 * stands further left was written by the visitor and proves nothing.
 */
function findVisitorAddress(
  chain: string,
  peerAddress: string,
  isTrustedProxy: ProxyTrust,
): string {
  let nearest = normaliseAddress(peerAddress) ?? peerAddress;
  for (const name of chain.split(",").toReversed()) {
    const address = normaliseAddress(name.trim());
    if (address === null) break;
    nearest = address;
    if (!isTrustedProxy(address)) break;
  }
  return nearest;
}
