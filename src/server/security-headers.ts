import type { MiddlewareHandler } from "hono";
import { NONCE, secureHeaders } from "hono/secure-headers";
import type { ServerEnv } from "./visitor.ts";

type Options = {
  /** In development Vite puts the styles into the page itself. */
  isBuilt: boolean;
  reviewsWidgetOrigin?: string;
};

/** The response headers of reference/security.md "Web"; the script nonce is new for each response. */
export function securityHeaders(options: Options): MiddlewareHandler<ServerEnv> {
  const overHttp = headersFor(options, { isHttps: false, framesItself: false });
  const overHttps = headersFor(options, { isHttps: true, framesItself: false });
  const framedOverHttp = headersFor(options, { isHttps: false, framesItself: true });
  const framedOverHttps = headersFor(options, { isHttps: true, framesItself: true });
  return (context, next) => {
    const isHttps = context.get("forwarded").origin.startsWith("https:");
    if (DOCUMENT_VIEW.test(context.req.path)) {
      return isHttps ? framedOverHttps(context, next) : framedOverHttp(context, next);
    }
    return isHttps ? overHttps(context, next) : overHttp(context, next);
  };
}

/** Staff see a PDF in a frame of the page that names them over it; nothing else frames or is framed. */
const DOCUMENT_VIEW = /^(\/fr)?\/staff\/documents\/[0-9a-f-]{36}(\/file)?$/;

function headersFor(
  { isBuilt, reviewsWidgetOrigin }: Options,
  { isHttps, framesItself }: { isHttps: boolean; framesItself: boolean },
) {
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
      frameSrc: framesItself ? ["'self'"] : widget.length > 0 ? widget : ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: [framesItself ? "'self'" : "'none'"],
      ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
    },
    // no-referrer would make browsers send `Origin: null` with a plain form post.
    referrerPolicy: "strict-origin-when-cross-origin",
    strictTransportSecurity: isHttps ? "max-age=63072000; includeSubDomains; preload" : false,
    xFrameOptions: framesItself ? "SAMEORIGIN" : "DENY",
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
