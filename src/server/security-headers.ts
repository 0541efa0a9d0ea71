import type { MiddlewareHandler } from "hono";
import type { ServerEnv } from "./server-env.ts";

/** The response headers of reference/security.md "Web"; the script nonce is new for each response. */
export function securityHeaders(options: {
  reviewsWidgetOrigin?: string;
}): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    await next();
    const { nonce, origin } = context.get("visitor");
    const isHttps = origin.startsWith("https:");
    const widget = options.reviewsWidgetOrigin ? ` ${options.reviewsWidgetOrigin}` : "";
    const policy = [
      "default-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      // React writes style attributes (progress, pictures' ratio); a style cannot run code.
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self'${widget}`,
      `frame-src${widget || " 'none'"}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      ...(isHttps ? ["upgrade-insecure-requests"] : []),
    ].join("; ");
    const headers = context.res.headers;
    headers.set("content-security-policy", policy);
    headers.set("x-content-type-options", "nosniff");
    // no-referrer would make browsers send `Origin: null` with a plain form post.
    headers.set("referrer-policy", "strict-origin-when-cross-origin");
    headers.set("cross-origin-opener-policy", "same-origin");
    headers.set("cross-origin-resource-policy", "same-origin");
    headers.set("x-frame-options", "DENY");
    headers.set(
      "permissions-policy",
      "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
    );
    if (isHttps) {
      headers.set("strict-transport-security", "max-age=63072000; includeSubDomains; preload");
    }
  };
}
