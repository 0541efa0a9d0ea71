const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of the form of RFC 9562, any version: whether the database can be asked for it at all. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A text with a gap where an id stood. */
export function withoutUuids(text: string): string {
  return text.replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu, " ");
}
