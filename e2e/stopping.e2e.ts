import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import pg from "pg";
import { sellCarFields } from "./program.fixture.ts";
import { findDatabaseUrl, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

const SUBMISSIONS = 120;
const ANSWERED_BEFORE_STOP = 20;

let site: Site;
afterEach(async () => {
  await site.stop();
  await removeDataDirectory(site);
});

/** On a connection of its own; null where the site took it no more. */
function submit(origin: string, id: string): Promise<string | null> {
  const body = new URLSearchParams(
    sellCarFields({ submissionId: id, sellerEmail: `${id}@example.com` }),
  ).toString();
  return new Promise((resolve) => {
    const sent = request(
      `${origin}/forms/sell-car`,
      {
        method: "POST",
        agent: false,
        headers: {
          accept: "application/json",
          "content-type": "application/x-www-form-urlencoded",
          "content-length": Buffer.byteLength(body),
        },
      },
      (answer) => {
        void text(answer).then((json) => resolve((JSON.parse(json) as { result: string }).result));
      },
    );
    sent.on("error", () => resolve(null));
    sent.end(body);
  });
}

test("told to stop under load, it breaks nothing that it took, and the next one serves at once", async () => {
  site = await startSite();
  const answers = new Map<string, string | null>();
  let stopped: Promise<number> | undefined;
  await Promise.all(
    Array.from({ length: SUBMISSIONS }, async () => {
      const id = randomUUID();
      answers.set(id, await submit(site.origin, id));
      if (answers.size < ANSWERED_BEFORE_STOP) return;
      const began = performance.now();
      stopped ??= site.stop().then(() => performance.now() - began);
    }),
  );
  expect(await stopped).toBeLessThan(10_000);

  const restarted = performance.now();
  site = await startSite({}, site.dataDirectory);
  expect((await fetch(site.origin)).status).toBe(200);
  // The promise is two seconds; the machine of the tests runs other journeys meanwhile.
  expect(performance.now() - restarted).toBeLessThan(6_000);

  const stored = await listStored();
  const answered = [...answers].filter(([, result]) => result === "success").map(([id]) => id);
  expect(answered.length).toBeGreaterThanOrEqual(ANSWERED_BEFORE_STOP);
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
  // Whatever was stored was also acknowledged: no answer was broken off.
  expect([...answers.keys()].filter((id) => stored.has(id) && !answered.includes(id))).toEqual([]);
});

async function listStored(): Promise<ReadonlySet<string>> {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(site) });
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from submission");
  await client.end();
  return new Set(rows.map(({ id }) => id));
}

/** Processes that a process started. */
function listChildren(processId: number): number[] {
  const said = readFileSync(`/proc/${processId}/task/${processId}/children`, "utf8");
  return said.split(" ").filter(Boolean).map(Number);
}

test.skipIf(process.platform !== "linux")(
  "of two workers one is killed: the other serves on, and it is replaced",
  async () => {
    site = await startSite({ WORKERS: "2" });
    const workers = listChildren(site.processId);
    expect(workers).toHaveLength(2);
    const answered = new Set<string>();
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const id = randomUUID();
        if ((await submit(site.origin, id)) !== "success") return;
        answered.add(id);
        if (answered.size === 10) process.kill(workers[1] ?? 0, "SIGKILL");
      }),
    );
    const later = randomUUID();
    expect(await submit(site.origin, later)).toBe("success");
    const stored = await listStored();
    expect([...answered, later].filter((id) => !stored.has(id))).toEqual([]);
    await vi.waitFor(() => expect(listChildren(site.processId)).toHaveLength(2), 10_000);
    expect(listChildren(site.processId)).toContain(workers[0]);
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  },
);
