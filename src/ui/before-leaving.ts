/** Where what was typed waits while the page opens in the other language: in this tab, and only until then. */
export const CARRIED_KEY = "typed-so-far";

export function hasCarried(): boolean {
  try {
    return sessionStorage.getItem(CARRIED_KEY) !== null;
  } catch {
    return false;
  }
}

/** Savings under way that the next page must find done. */
const underWay = new Set<Promise<unknown>>();

/** Whoever leads to another document waits for this first, within reason. */
export function delayLeaving(saving: Promise<unknown>): void {
  underWay.add(saving);
  void saving.finally(() => underWay.delete(saving));
}

/** A server that does not answer must not keep anybody on the page. */
const LONGEST_MS = 2_000;

export async function readyToLeave(): Promise<void> {
  if (underWay.size === 0) return;
  const late = new Promise((done) => setTimeout(done, LONGEST_MS));
  await Promise.race([Promise.allSettled(underWay), late]);
}

/**
 * Waits until nothing is being saved. For whoever sends the same answers for good: a saving that the
 * server took up after them would take back what was typed since, and they would be asked once more.
 */
export async function settleSavings(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}
