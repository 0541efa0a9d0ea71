import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { findStoreFault } from "./store-fault.ts";

const withCode = (code: string, message = "said") => Object.assign(new Error(message), { code });
const wrapped = (cause: Error) => new DrizzleQueryError("select 1", [], cause);

test.each([
  ["a server that is not there", withCode("ECONNREFUSED"), "away"],
  [
    "one of several addresses that is not there",
    new AggregateError([withCode("ECONNREFUSED")]),
    "away",
  ],
  ["a name that leads nowhere", withCode("ENOTFOUND"), "away"],
  ["a server that was told to stop", wrapped(withCode("57P01")), "away"],
  ["a server that crashed", wrapped(withCode("57P02")), "away"],
  ["a server that is starting", wrapped(withCode("57P03")), "away"],
  ["a connection that failed, in the server's words", wrapped(withCode("08006")), "away"],
  ["a connection that was cut", wrapped(new Error("Connection terminated unexpectedly")), "away"],
  ["a server that hangs", wrapped(new Error("Query read timeout")), "away"],
  ["a server that lets nobody in", new Error("timeout exceeded when trying to connect"), "away"],
  ["a server that does not answer a single connection", new Error("timeout expired"), "away"],
  ["no room for a row", wrapped(withCode("53100")), "full"],
  ["no room for a file", withCode("ENOSPC"), "full"],
  [
    "no room, said by the server",
    new Error("could not extend file: No space left on device"),
    "full",
  ],
  ["a wrong statement", wrapped(withCode("42601")), null],
  ["a key that exists", wrapped(withCode("23505")), null],
  ["a statement that took too long", wrapped(withCode("57014")), null],
  ["a bug", new TypeError("x is not a function"), null],
  ["no error", "away", null],
])("%s", (_what, thrown, fault) => {
  expect(findStoreFault(thrown)).toBe(fault);
});

test("errors that wrap each other in a ring have an end", () => {
  const ring = new Error("ring");
  ring.cause = ring;
  expect(findStoreFault(ring)).toBeNull();
});
