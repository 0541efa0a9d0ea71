import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { NODE_SETTINGS } from "../../bin/node-settings.mjs";

/** Keeps more objects than the new space can hold, and prints the size of that space in MB. */
const FILL = `
  const { getHeapSpaceStatistics } = process.getBuiltinModule("node:v8");
  const kept = [];
  let most = 0;
  for (let count = 0; count < 400; count += 1) {
    for (let each = 0; each < 2_000; each += 1) kept.push({ each });
    const space = getHeapSpaceStatistics().find((found) => found.space_name === "new_space");
    most = Math.max(most, space.space_size / 1024 / 1024);
  }
`;

const PROGRAM = `
  import { Worker } from "node:worker_threads";
  import { limitHeaps } from ${JSON.stringify(new URL("heap-limits.ts", import.meta.url).href)};
  limitHeaps();
  ${FILL}
  const ofThread = new Worker(\`${FILL} process.getBuiltinModule("node:worker_threads").parentPort.postMessage(most)\`, { eval: true });
  ofThread.once("message", (mostOfThread) => console.log(JSON.stringify({ most, mostOfThread })));
`;

test("threads make their objects in less than the main thread does", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", PROGRAM],
    { env: { ...process.env, NODE_OPTIONS: NODE_SETTINGS.NODE_OPTIONS } },
  );
  const { most, mostOfThread } = JSON.parse(stdout) as { most: number; mostOfThread: number };
  expect(most).toBeGreaterThan(8);
  expect(mostOfThread).toBeLessThanOrEqual(3);
});
