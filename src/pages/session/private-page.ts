/** A person's own page stays in no cache; a refusal's Retry-After must reach the browser. */
export function privateHeaders({ actionHeaders }: { actionHeaders: Headers }): Headers {
  const headers = new Headers(actionHeaders);
  headers.set("cache-control", "no-store");
  return headers;
}
