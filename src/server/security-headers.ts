import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { ServerEnv } from "./visitor.ts";

type Options = {
  /** In development Vite puts the styles into the page itself. */
  isBuilt: boolean;
  reviewsWidgetOrigin?: string;
};

/**
 * The response headers of reference/security.md "Web"; the script nonce is new for each response. A
 * page whose bytes are the same for many names the hashes of its scripts instead (shared-pages.ts).
 */
export function securityHeaders(options: Options): MiddlewareHandler<ServerEnv> {
  const overHttp = headersFor(options, false);
  const overHttps = headersFor(options, true);
  return async (context, next) => {
    const isHttps = context.get("forwarded").origin.startsWith("https:");
    await (isHttps ? overHttps(context, next) : overHttp(context, next));
    const hashes = context.get("scriptHashes");
    if (hashes === undefined) return;
    const policy = context.res.headers.get(POLICY) ?? "";
    context.res.headers.set(POLICY, policy.replace(/'nonce-[^']+'/, hashes));
  };
}

const POLICY = "content-security-policy";

function headersFor({ isBuilt, reviewsWidgetOrigin }: Options, isHttps: boolean) {
  const widget = reviewsWidgetOrigin ? [reviewsWidgetOrigin] : [];
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE, "'strict-dynamic'"],
      styleSrc: ["'self'", ...(isBuilt ? [] : ["'unsafe-inline'"])],
      // React writes style attributes (progress, pictures' ratio); a style cannot run code.
      styleSrcAttr: ["'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...widget],
      manifestSrc: ["'self'"],
      // offline.tsx; without this line script-src would judge it, and take no worker at all.
      workerSrc: ["'self'"],
      frameSrc: widget.length > 0 ? widget : ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
    },
    // no-referrer would make browsers send `Origin: null` with a plain form post.
    referrerPolicy: "strict-origin-when-cross-origin",
    strictTransportSecurity: isHttps ? "max-age=63072000; includeSubDomains; preload" : false,
    xFrameOptions: "DENY",
    permissionsPolicy: {
      camera: [],
      microphone: [],
      // "Use my location" of the car search asks for it, on a press.
      geolocation: ["self"],
      payment: [],
      usb: [],
      browsingTopics: [],
    },
    // Of Internet Explorer and Flash; nothing reads them any more.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
  });
}
