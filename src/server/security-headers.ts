import { randomBytes } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { ServerEnv } from "./visitor.ts";

type Options = {
  /** In development Vite puts the styles into the page itself. */
  isBuilt: boolean;
  reviewsWidgetOrigin?: string;
};

export const POLICY = "content-security-policy";

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

const EVERYWHERE_OVER_HTTPS: readonly Header[] = [
  ...EVERYWHERE,
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
    fixed: (isHttps) => (isHttps ? EVERYWHERE_OVER_HTTPS : EVERYWHERE),
    policy(isHttps, scripts) {
      const { withoutScripts, withScripts } = isHttps ? secure : inClear;
      return scripts ? withScripts(scripts) : withoutScripts;
    },
  };
}

/** Written to Node's own answer before anybody begins it; only the policy waits for who answers. */
export function securityHeaders({ fixed, policy }: SecurityHeaders): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const { outgoing } = context.env;
    const isHttps = context.get("forwarded").origin.startsWith("https:");
    for (const [name, value] of fixed(isHttps)) outgoing.setHeader(name, value);
    await next();
    const nonce = context.get("nonce");
    const scripts = context.get("scriptHashes") ?? (nonce && `'nonce-${nonce}'`);
    outgoing.setHeader(POLICY, policy(isHttps, scripts));
  };
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
      `script-src ${scripts}`,
      `style-src 'self'${isBuilt ? "" : " 'unsafe-inline'"}`,
      // React writes style attributes (progress, pictures' ratio); a style cannot run code.
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self'${widget}`,
      "manifest-src 'self'",
      // offline.tsx; without this line script-src would judge it, and take no worker at all.
      "worker-src 'self'",
      `frame-src${widget || " 'none'"}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isHttps ? ["upgrade-insecure-requests"] : []),
    ].join("; ");
  const [before = "", after = ""] = write("{}").split("{}");
  return {
    withoutScripts: write("'none'"),
    withScripts: (sources: string) => `${before}${sources} 'strict-dynamic'${after}`,
  };
}
