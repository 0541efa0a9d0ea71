/**
 * The key of what was typed while the page opens in the other language: in this tab's storage, and
 * only until then.
 */
export const CARRIED_KEY = "typed-so-far";

export function hasCarried(): boolean {
  try {
    return sessionStorage.getItem(CARRIED_KEY) !== null;
  } catch {
    return false;
  }
}

/** Running saves, which must be finished before the next page loads. */
const underWay = new Set<Promise<unknown>>();

/** Code that leads to another document waits for this save first, for two seconds at most. */
export function delayLeaving(saving: Promise<unknown>): void {
  underWay.add(saving);
  void saving.finally(() => underWay.delete(saving));
}

/** A server that does not respond must not keep anybody on the page. */
const LONGEST_MS = 2_000;

export async function readyToLeave(): Promise<void> {
  if (underWay.size === 0) return;
  const late = new Promise((done) => setTimeout(done, LONGEST_MS));
  await Promise.race([Promise.allSettled(underWay), late]);
}

/**
 * Waits until no save is running, before the same answers are posted: a save that the server
 * handled after the post would overwrite newer answers, and the person would be asked again.
 */
export async function settleSavings(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}
