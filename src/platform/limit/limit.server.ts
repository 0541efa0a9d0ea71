/**
 * Counts tries in fixed windows, in memory. One process serves the site, so memory is the truth;
 * limits that must survive a restart (phone codes) are counted in their own tables.
 */
export type Limit = { name: string; most: number; windowMs: number };

export type LimitAnswer = { ok: true } | { ok: false; retryAfterSeconds: number };

type Window = { endsAt: number; count: number };

const windows = new Map<string, Window>();
/** Far above honest use; past it the oldest windows make room, so that memory stays bounded. */
const MOST_WINDOWS = 200_000;

/** Counts one try of `who` against `limit` and says whether it may go on. */
export function countAgainst(limit: Limit, who: string, at = Date.now()): LimitAnswer {
  const key = `${limit.name}\n${who}`;
  const window = windows.get(key);
  if (!window || window.endsAt <= at) {
    windows.delete(key);
    if (windows.size >= MOST_WINDOWS) windows.delete(windows.keys().next().value ?? "");
    windows.set(key, { endsAt: at + limit.windowMs, count: 1 });
    return { ok: true };
  }
  window.count += 1;
  if (window.count <= limit.most) return { ok: true };
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - at) / 1000)) };
}

/** Forgets the tries of `who`, who has proved to be the right person. */
export function forgetTries(limit: Limit, who: string): void {
  windows.delete(`${limit.name}\n${who}`);
}
