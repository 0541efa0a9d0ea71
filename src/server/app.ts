import { resolve } from "node:path";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { compress } from "hono/compress";
import { routePath } from "hono/route";
import {
  isListingPhotosPath,
  LISTING_PHOTOS_MAX_BYTES,
} from "#pages/account/my-listings/photos/photos-body.ts";
import { healthCalls, siteCalls } from "#api/calls.ts";
import { drawnPictures, uploadedFiles } from "#api/files.api.ts";
import { formPostAddresses } from "#api/form-post.api.ts";
import { callRoutes } from "#api/serve-calls.server.ts";
import { env } from "#platform/env/env.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { PictureStore } from "#platform/pictures/picture-store.server.ts";
import { PHOTO_MAX_BYTES } from "#platform/storage/clean-photo.server.ts";
import { readProxyTrust } from "./forwarded.ts";
import { intakes } from "./intakes.ts";
import { originCheck } from "./origin-check.ts";
import { securityHeaders } from "./security-headers.ts";
import type { ServerEnv } from "./server-env.ts";
import { staticFiles } from "./static-files.ts";
import { identifyVisitor } from "./visitor-middleware.ts";

/** A url-encoded form with every answer at its longest stays well below this. */
const FORM_BODY_MAX_BYTES = 512 * 1024;
/** A photo of the largest size that is taken, and the form around it. */
const PHOTO_BODY_MAX_BYTES = PHOTO_MAX_BYTES + 64 * 1024;

/**
 * How large a post may be. Only the pages that upload photos take more, in both languages, as
 * browsers and the router's own fetches ask.
 */
function bodyMaxBytes(path: string): number {
  if (/^(\/fr)?\/account\/photo(\.data)?$/.test(path)) return PHOTO_BODY_MAX_BYTES;
  return isListingPhotosPath(path) ? LISTING_PHOTOS_MAX_BYTES : FORM_BODY_MAX_BYTES;
}

export type AppOptions = {
  projectRoot: string;
  /** In development Vite serves the files itself. */
  isBuilt: boolean;
  pictures: PictureStore;
  /** Answers whatever is neither a file nor a call. */
  respondWithPage(request: Request, visitor: Visitor): Promise<Response>;
};

/** The whole site in the order a request meets it. */
export function createApp(options: AppOptions): Hono<ServerEnv> {
  const { SITE_URL, TRUST_PROXY, REVIEWS_WIDGET_URL } = env();
  const app = new Hono<ServerEnv>();

  app.route("/", callRoutes(healthCalls));
  app.use(compress());
  app.route("/", drawnPictures(options.pictures));
  app.route("/", uploadedFiles);
  if (options.isBuilt) app.route("/", staticFiles(resolve(options.projectRoot, "build/client")));
  app.use(
    identifyVisitor({
      isTrustedProxy: readProxyTrust(TRUST_PROXY),
      ...(SITE_URL ? { siteUrl: SITE_URL } : {}),
    }),
  );
  app.use(
    securityHeaders(
      REVIEWS_WIDGET_URL ? { reviewsWidgetOrigin: new URL(REVIEWS_WIDGET_URL).origin } : {},
    ),
  );
  app.use(originCheck());
  app.use("*", (context, next) => {
    const { path } = context.req;
    return bodyLimit({
      maxSize: bodyMaxBytes(path),
      // The upload page says in words what was too much; other posts of that size come from no page.
      onError: () =>
        isListingPhotosPath(path)
          ? context.redirect(`${path.replace(/\.data$/, "")}?failed=too_much`, 303)
          : context.json({ result: "error", error: "too_large" }, 413),
    })(context, next);
  });

  app.route("/", callRoutes(siteCalls(intakes)));
  app.route("/", formPostAddresses);
  app.all("*", (context) => options.respondWithPage(context.req.raw, context.get("visitor")));

  app.onError((error, context) => {
    log.error("request failed", {
      method: context.req.method,
      route: routePath(context),
      error: loggableError(error),
    });
    return context.json({ result: "error", error: "unexpected" }, 500);
  });
  return app;
}
