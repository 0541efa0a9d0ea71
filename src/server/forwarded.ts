import type { MiddlewareHandler } from "hono";
import { normaliseAddress, type ProxyTrust } from "#platform/request/proxy-trust.ts";
import type { ServerEnv } from "./visitor.ts";

/** What a request says about where it comes from, as far as that can be believed. */
export type Forwarded = { ipAddress: string; origin: string };

/** Finds out where a request comes from; what names no host that could be one is refused. */
export function readOrigin(options: {
  isTrustedProxy: ProxyTrust;
  siteUrl?: string;
}): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const peer = context.env.incoming.socket.remoteAddress ?? "";
    const forwarded = readForwarded(context.req.raw.headers, peer, options);
    if (!forwarded) return context.json({ result: "error", error: "bad_host" }, 400);
    context.set("forwarded", forwarded);
    return next();
  };
}

/**
 * Reads the headers of a request that arrived from `peerAddress`. What proxies forward is believed
 * only from a trusted one. Null for a host that is none.
 */
export function readForwarded(
  headers: Headers,
  peerAddress: string,
  { isTrustedProxy, siteUrl }: { isTrustedProxy: ProxyTrust; siteUrl?: string },
): Forwarded | null {
  const isTrusted = isTrustedProxy(peerAddress);
  const readTrusted = (name: string) => (isTrusted ? lastEntry(headers.get(name)) : undefined);
  const protocol = readTrusted("x-forwarded-proto") === "https" ? "https" : "http";
  const host = readTrusted("x-forwarded-host") ?? headers.get("host") ?? "localhost";
  const origin = parseOrigin(protocol, host);
  if (!origin) return null;
  const chain = isTrusted ? (headers.get("x-forwarded-for") ?? "") : "";
  return {
    ipAddress: findVisitorAddress(chain, peerAddress, isTrustedProxy),
    // SITE_URL wins where the visitor came by its host: behind a proxy that does not say https.
    origin:
      siteUrl && new URL(siteUrl).host === new URL(origin).host ? new URL(siteUrl).origin : origin,
  };
}

/** The nearest proxy's own word; what stands before it was handed on, and may be the visitor's. */
function lastEntry(list: string | null): string | undefined {
  return list?.split(",").at(-1)?.trim() || undefined;
}

/** An origin as browsers write it. Null where the host is more than a name and a port, or none. */
function parseOrigin(protocol: string, host: string): string | null {
  if (!/^(?:[a-z\d._-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)) return null;
  const url = `${protocol}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : null;
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
