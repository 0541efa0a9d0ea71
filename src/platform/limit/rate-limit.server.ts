import { LRUCache } from "lru-cache";
import { now } from "#platform/clock/clock.server.ts";

/**
 * Counts tries in fixed windows, in memory. One process serves the site, so memory is the truth;
 * limits that must survive a restart (phone codes) are counted in their own tables.
 */
export type RateLimit = { name: string; most: number; windowMs: number };

export type RateLimitAnswer = { ok: true } | { ok: false; retryAfterSeconds: number };

/**
 * Every window lasts as long as its limit says. The number is far above honest use; past it the
 * windows that were not touched for longest make room, so that memory stays bounded.
 */
const windows = new LRUCache<string, { count: number }>({
  max: 200_000,
  perf: { now: () => now().getTime() },
  // Else it keeps the time of a moment ago in a timer of its own.
  ttlResolution: 0,
});

/** Counts one try of `who` against `limit` and says whether it may go on. */
export function countAgainst(limit: RateLimit, who: string): RateLimitAnswer {
  const key = windowKey(limit, who);
  const window = windows.get(key);
  if (!window) {
    windows.set(key, { count: 1 }, { ttl: limit.windowMs });
    return { ok: true };
  }
  window.count += 1;
  if (window.count <= limit.most) return { ok: true };
  const remainingMs = windows.getRemainingTTL(key);
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(remainingMs / 1000)) };
}

/** Forgets the tries of `who`, who has proved to be the right person. */
export function forgetTries(limit: RateLimit, who: string): void {
  windows.delete(windowKey(limit, who));
}

function windowKey(limit: RateLimit, who: string): string {
  return `${limit.name}\n${who}`;
}

/** Begins anew, as a restart does. */
export function forgetAllTries(): void {
  windows.clear();
}
