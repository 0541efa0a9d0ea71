import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { loggableError } from "./log.server.ts";

test("an event is one line of JSON with its time, whatever stands in it", async () => {
  const { stdout } = await run(
    `log.error("request failed", { route: '/x\\n{"level":60,"msg":"forged"}\\u001b[2J', status: 500 });`,
    "info",
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

test.each([
  ["debug", ["debug", "info", "warn", "error"]],
  ["info", ["info", "warn", "error"]],
  ["error", ["error"]],
  ["fatal", []],
  ["silent", []],
  ["", ["info", "warn", "error"]],
])("LOG_LEVEL=%s keeps what is less from the log", async (level, expected) => {
  const all = `for (const level of ["debug", "info", "warn", "error"]) log[level](level);`;
  const { stdout } = await run(all, level);
  const events = stdout.split("\n").filter(Boolean);
  expect(events.map((line) => JSON.parse(line).msg)).toEqual(expected);
});

test("goes on when nobody reads the log any more", async () => {
  const program = `
    process.stdout.destroy(Object.assign(new Error("broken pipe"), { code: "EPIPE" }));
    setTimeout(() => { log.info("unread"); process.stderr.write("alive"); }, 1);`;
  expect((await run(program, "info")).stderr).toBe("alive");
});

function run(program: string, level: string): Promise<{ stdout: string; stderr: string }> {
  const log = JSON.stringify(new URL("./log.server.ts", import.meta.url).href);
  const text = `const { log } = await import(${log});\n${program}`;
  return promisify(execFile)(process.execPath, ["--input-type=module", "--eval", text], {
    env: { ...process.env, LOG_LEVEL: level },
  });
}

test("of a fault its kind and place are logged, and not what it says", () => {
  const logged = loggableError(new TypeError("invalid input: 716 284 054"));
  expect(logged.name).toBe("TypeError");
  expect(logged.stack).toMatch(/^ {4}at /);
  expect(JSON.stringify(logged)).not.toContain("716");
});
