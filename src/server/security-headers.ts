import { randomBytes } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { Forwarded } from "./forwarded.ts";
import type { ServerEnv } from "./visitor.ts";

type Options = {
  /** In development Vite puts the styles into the page itself. */
  isBuilt: boolean;
  reviewsWidgetOrigin?: string;
};

export const POLICY = "content-security-policy";

const NONE = "'none'";

type Header = readonly [name: string, value: string];

/** The same for every answer. */
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
    // "Use my location" of the car search asks for it, on a press.
    "camera=(), microphone=(), geolocation=(self), payment=(), usb=(), browsing-topics=()",
  ],
];

/** RFC 6797 §7.2: never of an answer in clear. */
const OVER_HTTPS: readonly Header[] = [
  ["strict-transport-security", "max-age=63072000; includeSubDomains; preload"],
];

export type SecurityHeaders = {
  /** Of every answer of a site that is asked for so. */
  fixed(isHttps: boolean): readonly Header[];
  /** `scripts` are the CSP sources of the scripts of the answer, where it has any. */
  policy(isHttps: boolean, scripts: string | null | undefined): string;
};

/**
 * The response headers of reference/security.md "Web". An answer without a script of its own, as every
 * call's and file's is, allows none; a page asks for a nonce (`nonceFor`), which is new for each
 * response; one whose bytes are the same for many names the hashes of its scripts (shared-pages.ts).
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

/** Of an answer of which nothing is known yet, to be written to Node's own before anybody begins it. */
export const FIRST_HEADERS: readonly Header[] = [
  ...EVERYWHERE,
  [POLICY, writePolicies({ isBuilt: true }, false).withoutScripts],
];

/** What depends on who asks and who answers, beside the first headers (app.ts, `listenerOf`). */
export function securityHeaders({ policy }: SecurityHeaders): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    await next();
    const { outgoing } = context.env;
    // Nothing is known of a request that was refused for its host, or of a health check.
    const forwarded: Forwarded | undefined = context.get("forwarded");
    const isHttps = forwarded?.origin.startsWith("https:") ?? false;
    if (isHttps) for (const [name, value] of OVER_HTTPS) outgoing.setHeader(name, value);
    const nonce = context.get("nonce");
    const ofPage = context.get("scriptHashes") ?? (nonce && `'nonce-${nonce}'`);
    const scripts = allowedScripts(context.req.path, ofPage ?? null);
    outgoing.setHeader(POLICY, policy(isHttps, scripts));
  };
}

/** What the router fetches for a page is no document: it has no script, whatever its page has. */
export function allowedScripts(path: string, ofPage: string | null): string | null {
  return path.endsWith(".data") ? null : ofPage;
}

/** The nonce of this answer's scripts: made when a page asks for it, and then the same. */
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
      // No style stands in a page: what varies is an attribute of SVG, or set by script.
      `style-src 'self'${isBuilt || scripts === NONE ? "" : ` ${scripts}`}`,
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self'${widget}`,
      "manifest-src 'self'",
      // offline.tsx; without this line script-src would judge it, and take no worker at all.
      "worker-src 'self'",
      `frame-src${widget || " 'none'"}`,
      "object-src 'none'",
      // Text becomes code by the page's own policy alone (ui/trusted-types.ts).
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
