import type { Sort } from "./search.ts";

/** The last row of a page: its sort key and its id. */
export type Cursor = { key: number; id: string };

const PATTERN =
  /^(?<sort>[a-z_]+)\.(?<key>-?\d{1,16}(?:\.\d{1,20})?(?:e-?\d{1,3})?)\.(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * The cursor as a query parameter. It contains the sort key, so that paging continues even if the
 * last car of the page was deleted.
 */
export function writeCursor(sort: Sort, { key, id }: Cursor): string {
  return `${sort}.${key}.${id}`;
}

/** Null if it is malformed, or belongs to another sort. */
export function readCursor(sort: Sort, text: string | null): Cursor | null {
  const groups = text === null ? null : PATTERN.exec(text)?.groups;
  if (!groups || groups.sort !== sort) return null;
  const key = Number(groups.key);
  return Number.isFinite(key) && groups.id ? { key, id: groups.id } : null;
}
