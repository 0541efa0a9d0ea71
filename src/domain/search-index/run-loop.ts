/**
 * Calls a function that goes through long arrays. The engine takes a small function into the one that
 * calls it, and there its loop takes four times as long: it reads every array's address anew for each
 * number. Where many different functions are called from one place, it leaves each of them alone.
 */
export function runLoop<Given extends readonly unknown[], Result>(
  loop: (...given: Given) => Result,
  ...given: Given
): Result {
  return loop(...given);
}
