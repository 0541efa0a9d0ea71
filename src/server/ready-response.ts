/** One form of a ready response: of a shared page, or of a file of the build, in one encoding. */
export type ReadyForm = {
  bytes: Uint8Array<ArrayBuffer>;
  /** Null if it has none. */
  etag: string | null;
  headers: Readonly<Record<string, string>>;
  /** The headers of a 304, for a browser that already has these bytes. */
  unchangedHeaders: Readonly<Record<string, string>>;
};

type ReadyResponse = {
  status: 200 | 304;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer> | null;
};

/** The response to a GET or a HEAD. */
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
