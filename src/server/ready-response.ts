/** One form of what lies ready: of a page that is kept, of a file of the build. */
export type ReadyForm = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Null for what is asked for without one. */
  etag: string | null;
  headers: Readonly<Record<string, string>>;
  /** Of a 304: for a browser that has these bytes already. */
  unchangedHeaders: Readonly<Record<string, string>>;
};

type ReadyResponse = {
  status: 200 | 304;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer> | null;
};

/** What a GET or a HEAD is answered with. */
export function toReadyResponse(
  { bytes, etag, headers, unchangedHeaders }: ReadyForm,
  { method, ifNoneMatch }: { method: string; ifNoneMatch: string | undefined },
): ReadyResponse {
  if (etag !== null && ifNoneMatch?.includes(etag))
    return { status: 304, headers: unchangedHeaders, body: null };
  return { status: 200, headers, body: method === "HEAD" ? null : bytes };
}

export function toResponse({ status, headers, body }: ReadyResponse): Response {
  return new Response(body, { status, headers });
}
