import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { isSharedCall } from "./page-caching.ts";
import type { ReadyForm } from "./ready-response.ts";
import type { ServerEnv } from "./visitor.ts";

const MOST_BYTES = 8 * 1024 * 1024;
/** The same limit as for a shared page (shared-pages.ts). */
const LONGEST_MS = 60_000;
const LONGEST_KEY = 256;

type CallRequest = { path: string; acceptEncoding: string | undefined };

export type SharedCalls = {
  /** Caches the response of the call that follows it. */
  cacheResponse: MiddlewareHandler<ServerEnv>;
  findReady(requested: CallRequest): ReadyForm | undefined;
};

/**
 * Caches the response of a call for everybody without a token, until something that it shows
 * changes in the database. A later request gets it as a static response (static-responses.ts), as
 * with a shared page. Responses to requests with a token are never cached.
 */
export function shareCalls(onChange: (empty: () => void) => void): SharedCalls {
  const responses = new LRUCache<string, ReadyForm>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ bytes }, key) => bytes.length + key.length + 500,
    ttl: LONGEST_MS,
  });
  let changes = 0;
  onChange(() => {
    changes += 1;
    responses.clear();
  });
  return {
    findReady: (requested) => responses.get(keyOf(requested)),
    async cacheResponse(context, next) {
      const { path, method, url } = context.req;
      const isShared =
        method === "GET" &&
        isSharedCall(path) &&
        // A request with a query is computed each time.
        !url.includes("?") &&
        context.req.header("authorization") === undefined;
      if (!isShared) return next();
      const changesBefore = changes;
      await next();
      const sent = context.get("sent");
      const key = keyOf({ path, acceptEncoding: context.req.header("accept-encoding") });
      // If something changed meanwhile, the response may show the state before.
      if (!sent || sent.status !== 200 || changes !== changesBefore || key.length > LONGEST_KEY)
        return;
      const bytes = new Uint8Array(Buffer.from(sent.body));
      const headers = { ...sent.headers, "content-length": String(bytes.length) };
      responses.set(key, { bytes, etag: null, headers, unchangedHeaders: headers });
    },
  };
}

function keyOf({ path, acceptEncoding = "" }: CallRequest): string {
  return `${path} ${acceptEncoding}`;
}
