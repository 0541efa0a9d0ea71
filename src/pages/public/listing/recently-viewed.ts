/**
 * Stored only in the browser, until the visitor deletes it: the server only sees the ids that it is
 * asked to show.
 */
const STORAGE_KEY = "recently-viewed";
export const MOST_RECENT = 8;

/** The ids of the listings last looked at, the last one first. */
export function readRecentlyViewed(): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    if (!Array.isArray(saved)) return [];
    return saved.filter((id) => typeof id === "string").slice(0, MOST_RECENT);
  } catch {
    return [];
  }
}

export function rememberViewed(id: string): void {
  const others = readRecentlyViewed().filter((each) => each !== id);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([id, ...others].slice(0, MOST_RECENT)));
  } catch {
    // Storage is blocked: nothing is remembered.
  }
}

export function forgetRecentlyViewed(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // As above.
  }
}
