/**
 * Does what nobody has to wait for once the answer to a press or a key is on the screen. Nothing that
 * must not be lost: a window that closes meanwhile takes it along.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => setTimeout(work));
}
