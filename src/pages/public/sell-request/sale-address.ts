import { hrefIn } from "#ui/locale-href.ts";

/** An address of this request with the key that the person came by, so that it stays theirs. */
export function keyed(path: string, key: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...query, ...(key ? { key } : {}) }).toString();
  return hrefIn(search ? `${path}?${search}` : path);
}
