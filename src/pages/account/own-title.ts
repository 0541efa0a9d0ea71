/** The `handle` of a page that has a title of its own: the account's frame then shows none. */
export const OWN_TITLE = { hasOwnTitle: true };

export function hasOwnTitle(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "hasOwnTitle" in handle;
}
