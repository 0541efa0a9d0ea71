/**
 * Calls a function that goes through long arrays. The engine takes a small function into the one that
 * calls it, and there its loop takes four times as long: it reads every array's address anew for each
 * number. Where many different functions are called from one place, it leaves each of them alone.
 */
export function callNotInlined<Params extends readonly unknown[], Result>(
  loop: (...input: Params) => Result,
  ...args: Params
): Result {
  return loop(...args);
}
