/** The time, from one door, so that a clock-shifted run (faketime, TEST clock) moves everything. */
export function now(): Date {
  return new Date();
}
