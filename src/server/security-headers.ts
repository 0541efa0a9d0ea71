import { randomBytes } from "node:crypto";
import type { Context, MiddlewareHandler } from "hono";
import type { ServerEnv } from "./visitor.ts";

type Options = {
  /** In development Vite puts the styles into the page itself. */
  isBuilt: boolean;
  reviewsWidgetOrigin?: string;
};

const POLICY = "content-security-policy";

/** The same for every answer. Written to the answer itself before anybody begins it. */
const EVERYWHERE: readonly (readonly [name: string, value: string])[] = [
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

const OVER_HTTPS = "max-age=63072000; includeSubDomains; preload";

/**
 * The response headers of reference/security.md "Web". An answer without a script of its own, as every
 * call's and file's is, allows none; a page asks for a nonce (`nonceFor`), which is new for each
 * response; one whose bytes are the same for many names the hashes of its scripts (shared-pages.ts).
 */
export function securityHeaders(options: Options): MiddlewareHandler<ServerEnv> {
  const inClear = writePolicies(options, false);
  const secure = writePolicies(options, true);
  return async (context, next) => {
    const { outgoing } = context.env;
    const isHttps = context.get("forwarded").origin.startsWith("https:");
    for (const [name, value] of EVERYWHERE) outgoing.setHeader(name, value);
    if (isHttps) outgoing.setHeader("strict-transport-security", OVER_HTTPS);
    await next();
    const { withoutScripts, withScripts } = isHttps ? secure : inClear;
    const nonce = context.get("nonce");
    const scripts = context.get("scriptHashes") ?? (nonce && `'nonce-${nonce}'`);
    outgoing.setHeader(POLICY, scripts ? withScripts(scripts) : withoutScripts);
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
