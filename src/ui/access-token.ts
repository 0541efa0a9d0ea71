/** The name that SPEC.md §7 gives the token in the browser's storage. */
export const TOKEN_KEY = "access-token";
/** A token that dies on the way helps nobody. */
const MARGIN_MS = 15_000;

export function forgetAccessToken(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
  } catch {
    // Storage is closed to the page: then nothing was kept there either.
  }
}

export function storeAccessToken(token: string): void {
  try {
    localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // The next call asks for another one.
  }
}

/** The stored token while it lives, or null. */
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
