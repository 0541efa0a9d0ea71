import dns from "node:dns";
import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

const LARGEST_RESPONSE_BYTES = 64 * 1024;

export type PublicCall = {
  url: URL;
  method: "GET" | "POST";
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** For the whole call: finding the host, connecting, waiting, and reading to the end. */
  timeoutMs: number;
  largestResponseBytes?: number;
  /** Hosts as `host:port` that may be private, and called without TLS: the operator's own. */
  ownHosts?: readonly string[];
};

export type PublicCallResult =
  | { ok: true; status: number; headers: IncomingMessage["headers"]; body: Buffer }
  | { ok: false; detail: string };

/** Why an address that somebody typed is never called; null if it may be tried. */
export function findAddressFault(
  url: URL,
  ownHosts: readonly string[] = [],
): "not_https" | "has_password" | "not_public" | null {
  if (url.username !== "" || url.password !== "") return "has_password";
  if (isOwn(url, ownHosts)) return null;
  if (url.protocol !== "https:") return "not_https";
  const host = bareHost(url);
  const isPrivate = isIP(host) === 0 ? !host.includes(".") : !isPublicAddress(host);
  return isPrivate ? "not_public" : null;
}

/**
 * One call to an address that somebody outside chose. It must be https, and its host is connected to
 * only if every address that it has at this moment is public: the check and the connection use one
 * answer of the DNS, so a name cannot point elsewhere in between. No redirect is followed, there is
 * one deadline, and only a short response is read.
 */
export async function callPublic(call: PublicCall): Promise<PublicCallResult> {
  const { url, method, headers, body, timeoutMs, ownHosts } = call;
  const fault = findAddressFault(url, ownHosts);
  if (fault) return { ok: false, detail: FAULTS[fault] };
  try {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, {
      method,
      headers,
      // Every call finds its host anew.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(!isOwn(url, ownHosts ?? []) && { lookup: lookUpPublic }),
    });
    request.end(body);
    const [response] = (await once(request, "response")) as [IncomingMessage];
    return await readResponse(response, call.largestResponseBytes ?? LARGEST_RESPONSE_BYTES);
  } catch (thrown) {
    return { ok: false, detail: describeFault(thrown, timeoutMs) };
  }
}

const FAULTS = {
  not_https: "the address must start with https://",
  has_password: "the address must contain no user name and no password",
  not_public: "the address is not public",
} as const;

async function readResponse(response: IncomingMessage, mostBytes: number) {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    sizeBytes += chunk.byteLength;
    // Leaving the loop early also closes the connection.
    if (sizeBytes > mostBytes) return { ok: false, detail: "the answer was too long" } as const;
    chunks.push(chunk);
  }
  const { statusCode: status = 0, headers } = response;
  return { ok: true, status, headers, body: Buffer.concat(chunks) } as const;
}

const NOT_PUBLIC = "ENOTPUBLIC";

const lookUpPublic: LookupFunction = (host, options, callback) => {
  dns.lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, [], 0);
    const isSafe =
      addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address));
    if (!isSafe)
      return callback(Object.assign(new Error("Not public"), { code: NOT_PUBLIC }), [], 0);
    const [first] = addresses;
    if (options.all || !first) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function isOwn(url: URL, ownHosts: readonly string[]): boolean {
  return ownHosts.includes(url.host);
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, "");
}

/** Returns only the code of the fault: a message could quote the address, and a secret in it. */
function describeFault(thrown: unknown, timeoutMs: number): string {
  if (!(thrown instanceof Error)) throw thrown;
  if (thrown.name === "AbortError" || thrown.name === "TimeoutError")
    return `no answer within ${timeoutMs} ms`;
  const code = "code" in thrown ? String(thrown.code) : "no connection";
  return code === NOT_PUBLIC ? FAULTS.not_public : `the call failed (${code})`;
}
