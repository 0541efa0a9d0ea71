// The tests' own lines are what is read of a run: the product's log is left out of it, unless
// TEST_LOG=1 asks for it. A test that looks at the log spies on the same function.

const LOG_LINE = /^\{"level":\d+,/;

/** A worker loads this again for each of its files. */
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
