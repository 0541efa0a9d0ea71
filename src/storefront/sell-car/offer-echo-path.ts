import { paths } from "#paths.ts";

/** What the first tab of the offer form hands on to the sell journey (SPEC.md §4). */
const HANDED_ON = ["year", "make", "model", "city", "province"] as const;

/** The sell journey's address with the car that the offer form was about, and its reference. */
export function offerEchoPath(reference: string, valueOf: (name: string) => string): string {
  const query = new URLSearchParams(HANDED_ON.map((name) => [name, valueOf(name)]));
  query.set("reference", reference);
  return `${paths.sellCar()}?${query}`;
}
