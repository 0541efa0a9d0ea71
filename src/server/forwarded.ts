import type { MiddlewareHandler } from "hono";
import { log } from "#platform/log/log.server.ts";
import { normaliseAddress, type ProxyTrust } from "#platform/request/proxy-trust.ts";
import type { ServerEnv } from "./visitor.ts";

/** The address and origin of a request, as far as its headers can be trusted. */
export type Forwarded = { ipAddress: string; origin: string };

/** A request that is not for this site, or that came over a connection that is not allowed. */
type Refused =
  /** It names no valid host. */
  | { status: 400; error: "bad_host" }
  /** SITE_URL is the only origin of the site (RFC 9110 §15.5.20). */
  | { status: 421; error: "misdirected_request" }
  /**
   * It came unencrypted to a site with HTTPS: a GET or HEAD is redirected to HTTPS, anything else
   * is refused.
   */
  | { status: 308; error: "https_required"; origin: string };

/** Finds out where a request comes from, and refuses what is not meant for this site. */
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
      // If a proxy's configuration is being corrected, browsers must not keep the old redirect.
      context.header("cache-control", "no-store");
      return context.redirect(forwarded.origin + pathname + search, status);
    }
    context.set("forwarded", forwarded);
    return next();
  };
}

/**
 * Reads the headers of a request that arrived from `peerAddress`. Forwarded headers are believed
 * only from a trusted proxy. If SITE_URL is set, only its origin is accepted.
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
  // Without the header we cannot know that the visitor used TLS, even behind a trusted proxy.
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

/**
 * Behind a proxy that ends TLS and does not forward the protocol, the redirect leads to itself for
 * ever: without this log line nobody would know why.
 */
function warnOfSilentProxy(): void {
  if (performance.now() - warnedAt < WARNING_MS) return;
  warnedAt = performance.now();
  log.warn("proxy does not say X-Forwarded-Proto: its requests are led to https, without an end");
}

/**
 * The entry that the nearest proxy added; earlier entries were passed on, and the visitor may have
 * written them.
 */
function lastEntry(list: string | null): string | undefined {
  return list?.split(",").at(-1)?.trim() || undefined;
}

/**
 * An origin as browsers write it. Null if the host is missing or is more than a name and a port.
 */
function parseOrigin(protocol: string, host: string): Origin | null {
  if (!/^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return null;
  const url = `${protocol}://${host}`;
  return origins.has(url) || URL.canParse(url) ? readOriginOf(url) : null;
}

type Origin = { origin: string; protocol: string; hostname: string };

/** Parsed origins: a site has few names, and every request needs one. */
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
 * Walks from our own end of the chain to the first address that is not one of our proxies. Entries
 * further left were written by the visitor and prove nothing.
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
