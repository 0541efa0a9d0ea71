import { randomBytes } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { Forwarded } from "./forwarded.ts";
import type { ServerEnv } from "./visitor.ts";

type Options = {
  /** False in development: Vite puts the styles into the page itself. */
  isBuilt: boolean;
  reviewsWidgetOrigin?: string;
};

export const POLICY = "content-security-policy";

const NONE = "'none'";

type Header = readonly [name: string, value: string];

/** The same for every response. */
const EVERYWHERE: readonly Header[] = [
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["origin-agent-cluster", "?1"],
  // no-referrer would make browsers send `Origin: null` with a plain form post.
  ["referrer-policy", "strict-origin-when-cross-origin"],
  ["x-content-type-options", "nosniff"],
  ["x-dns-prefetch-control", "off"],
  ["x-frame-options", "DENY"],
  ["x-xss-protection", "0"],
  [
    "permissions-policy",
    // "Use my location" of the car search asks for it, after a click.
    "camera=(), microphone=(), geolocation=(self), payment=(), usb=(), browsing-topics=()",
  ],
];

/** RFC 6797 §7.2: never on an unencrypted response. */
const OVER_HTTPS: readonly Header[] = [
  ["strict-transport-security", "max-age=63072000; includeSubDomains; preload"],
];

export type SecurityHeaders = {
  /** The headers of every response, by whether the site is served over HTTPS. */
  fixed(isHttps: boolean): readonly Header[];
  /** `scripts` are the CSP sources of the response's scripts, if it has any. */
  policy(isHttps: boolean, scripts: string | null | undefined): string;
};

/**
 * The response headers of reference/security.md "Web". A response without scripts of its own, as
 * every call's and file's is, allows none. A page uses a nonce (`nonceFor`), new for each response.
 * A shared page, whose bytes are the same for many, lists the hashes of its scripts
 * (shared-pages.ts).
 */
export function chooseSecurityHeaders(options: Options): SecurityHeaders {
  const inClear = writePolicies(options, false);
  const secure = writePolicies(options, true);
  return {
    fixed: (isHttps) => (isHttps ? [...EVERYWHERE, ...OVER_HTTPS] : EVERYWHERE),
    policy(isHttps, scripts) {
      const { withoutScripts, withScripts } = isHttps ? secure : inClear;
      return scripts ? withScripts(scripts) : withoutScripts;
    },
  };
}

/**
 * For a response of which nothing is known yet; set on Node's own response before any handler
 * writes to it.
 */
export const FIRST_HEADERS: readonly Header[] = [
  ...EVERYWHERE,
  [POLICY, writePolicies({ isBuilt: true }, false).withoutScripts],
];

/**
 * Adds to the first headers (app.ts, `listenerOf`) those that depend on the request and the
 * response.
 */
export function securityHeaders({ policy }: SecurityHeaders): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    await next();
    const { outgoing } = context.env;
    // Not set for a request that was refused for its host, or for a health check.
    const forwarded: Forwarded | undefined = context.get("forwarded");
    const isHttps = forwarded?.origin.startsWith("https:") ?? false;
    if (isHttps) for (const [name, value] of OVER_HTTPS) outgoing.setHeader(name, value);
    const nonce = context.get("nonce");
    const ofPage = context.get("scriptHashes") ?? (nonce && `'nonce-${nonce}'`);
    const scripts = allowedScripts(context.req.path, ofPage ?? null);
    outgoing.setHeader(POLICY, policy(isHttps, scripts));
  };
}

/**
 * The data that the router fetches for a page is no document: it has no scripts, even if its page
 * has.
 */
export function allowedScripts(path: string, ofPage: string | null): string | null {
  return path.endsWith(".data") ? null : ofPage;
}

/** The nonce of this response's scripts: created when a page first asks for it, then the same. */
export function nonceFor(context: Context<ServerEnv>): string {
  const known = context.get("nonce");
  if (known !== undefined) return known;
  const made = randomBytes(16).toString("base64");
  context.set("nonce", made);
  return made;
}

function writePolicies({ isBuilt, reviewsWidgetOrigin }: Options, isHttps: boolean) {
  const widget = reviewsWidgetOrigin ? ` ${reviewsWidgetOrigin}` : "";
  const write = (scripts: string) =>
    [
      "default-src 'none'",
      `script-src ${scripts === NONE ? NONE : `${scripts} 'strict-dynamic'`}`,
      // No page contains inline styles: what varies is an SVG attribute, or is set by script.
      `style-src 'self'${isBuilt || scripts === NONE ? "" : ` ${scripts}`}`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self'${widget}`,
      "manifest-src 'self'",
      // For offline.tsx; without this line script-src would apply, and block every worker.
      "worker-src 'self'",
      `frame-src${widget || " 'none'"}`,
      "object-src 'none'",
      // Only the page's own policy may turn text into code (ui/trusted-types.ts).
      "require-trusted-types-for 'script'",
      "trusted-types default",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isHttps ? ["upgrade-insecure-requests"] : []),
    ].join("; ");
  const parts = write("{}").split("{}");
  return {
    withoutScripts: write(NONE),
    withScripts: (sources: string) => parts.join(sources),
  };
}
