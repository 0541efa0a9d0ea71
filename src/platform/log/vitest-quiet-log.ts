// Removes the product's log from the output of the tests, so that only the tests' own lines are
// read. TEST_LOG=1 turns it on. A test that reads the log spies on the same function.

const LOG_LINE = /^\{"level":\d+,/;

/** A marker, because a worker loads this file again for each of its test files. */
const quieted = Symbol.for("test output without the product's log");

const write = process.stdout.write as typeof process.stdout.write & { [quieted]?: true };

if (process.env.TEST_LOG !== "1" && !write[quieted]) {
  const quiet = ((chunk: string | Uint8Array, ...rest: never[]) =>
    typeof chunk === "string" && LOG_LINE.test(chunk)
      ? true
      : write.call(process.stdout, chunk, ...rest)) as typeof write;
  quiet[quieted] = true;
  process.stdout.write = quiet;
}
