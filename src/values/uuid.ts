const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** In the form of RFC 9562, any version: only such a text can be used in a database query. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The text with each id replaced by a space. */
export function withoutUuids(text: string): string {
  return text.replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu, " ");
}
