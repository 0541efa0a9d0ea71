/** The key that SPEC.md §7 gives the token in the browser's storage. */
export const TOKEN_KEY = "access-token";
/** A token that expires sooner than this is not used: it could expire on the way. */
const MARGIN_MS = 15_000;

export function forgetAccessToken(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // The page has no access to the storage: then nothing was stored in it either.
  }
}

export function storeAccessToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // Not stored: the next call requests another one.
  }
}

/** The stored token, or null if there is none or it has expired. */
export function storedAccessToken(at = Date.now()): string | null {
  try {
    const token = localStorage.getItem(TOKEN_KEY);
    const payload = token?.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/");
    const { exp } = JSON.parse(atob(payload ?? "")) as { exp?: unknown };
    return token && typeof exp === "number" && exp * 1000 > at + MARGIN_MS ? token : null;
  } catch {
    return null;
  }
}
