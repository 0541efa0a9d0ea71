import type { MiddlewareHandler } from "hono";
import { LRUCache } from "lru-cache";
import { isSharedCall } from "./page-caching.ts";
import type { ReadyForm } from "./ready-response.ts";
import type { ServerEnv } from "./visitor.ts";

const MOST_BYTES = 8 * 1024 * 1024;
/** As long as a shared page is kept at most (shared-pages.ts). */
const LONGEST_MS = 60_000;
const LONGEST_KEY = 256;

type CallRequest = { path: string; acceptEncoding: string | undefined };

export type SharedCalls = {
  /** Keeps what the call behind it answers. */
  cacheResponse: MiddlewareHandler<ServerEnv>;
  findReady(requested: CallRequest): ReadyForm | undefined;
};

/**
 * Keeps what a call says to everybody without a token, until something that it shows changes in the
 * database: a program that asks again is answered early (static-responses.ts), as a browser is with a
 * shared page. Whoever brings a token has answers of their own, which are never kept.
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
        // With a query it is read anew each time.
        !url.includes("?") &&
        context.req.header("authorization") === undefined;
      if (!isShared) return next();
      const changesBefore = changes;
      await next();
      const sent = context.get("sent");
      const key = keyOf({ path, acceptEncoding: context.req.header("accept-encoding") });
      // What changed meanwhile may have been read before.
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
