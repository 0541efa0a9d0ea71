/** Of a page in the account's frame that has a title of its own: the frame shows none above it. */
export const OWN_TITLE = { hasOwnTitle: true };

export function hasOwnTitle(handle: unknown): boolean {
  return typeof handle === "object" && handle !== null && "hasOwnTitle" in handle;
}
