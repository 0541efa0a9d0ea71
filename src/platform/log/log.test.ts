import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loggableError } from "./log.server.ts";

test("an event is one line of JSON with its time, whatever stands in it", async () => {
  const program = `
    const { log } = await import(${JSON.stringify(new URL("./log.server.ts", import.meta.url).href)});
    log.error("request failed", { route: '/x\\n{"level":60,"msg":"forged"}\\u001b[2J', status: 500 });`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { env: { ...process.env, LOG_LEVEL: "info" } },
  );
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  expect(stdout).not.toContain("\u001b");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: 50,
    time: expect.any(Number),
    msg: "request failed",
    status: 500,
  });
});

test("of a fault its kind and place are logged, and not what it says", () => {
  const logged = loggableError(new TypeError("invalid input: 716 284 054"));
  expect(logged.name).toBe("TypeError");
  expect(logged.stack).toMatch(/^ {4}at /);
  expect(JSON.stringify(logged)).not.toContain("716");
});
