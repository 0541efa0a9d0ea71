/** reference/security.md "Limits on everything": up to twenty photos a listing. */
export const MOST_PHOTOS = 20;

export type PhotoStep = "earlier" | "later" | "first";

/** The ids in the order wanted. Strangers and repetitions are left out, and nothing is lost. */
export function photoOrder(present: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(present);
  const named = [...new Set(wanted)].filter((id) => known.has(id));
  return [...named, ...present.filter((id) => !named.includes(id))];
}

/** The ids with one of them moved a place, or to the front; at the end of the row it stays. */
export function moved(present: readonly string[], id: string, step: PhotoStep): string[] {
  const from = present.indexOf(id);
  if (from < 0) return [...present];
  const to = step === "first" ? 0 : from + (step === "earlier" ? -1 : 1);
  const order = present.filter((each) => each !== id);
  order.splice(Math.max(0, to), 0, id);
  return order;
}

/** The ids with one of them dropped on another: behind it where it came from before, else before it. */
export function movedOnto(present: readonly string[], id: string, onto: string): string[] {
  if (id === onto) return [...present];
  const isForward = present.indexOf(id) < present.indexOf(onto);
  const order = present.filter((each) => each !== id);
  order.splice(order.indexOf(onto) + (isForward ? 1 : 0), 0, id);
  return order;
}
