import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

/** Built files. Those under /assets carry a hash in their name and never change. */
export function staticFiles(root: string): Hono {
  const files = new Hono();
  files.use(
    "/assets/*",
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, context) =>
        context.header("cache-control", "public, max-age=31536000, immutable"),
      onNotFound: () => {},
    }),
  );
  files.use(
    "*",
    serveStatic({
      root,
      precompressed: true,
      onFound: (_path, context) => context.header("cache-control", "public, max-age=3600"),
    }),
  );
  return files;
}
