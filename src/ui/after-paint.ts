/**
 * Runs work after the next paint, so that the reaction to a press or a key is shown first. Not for
 * anything that must not be lost: if the window closes before, the work is never done.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
