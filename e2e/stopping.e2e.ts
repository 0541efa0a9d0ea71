import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import pg from "pg";
import { sellCarFields } from "./program.fixture.ts";
import { findDatabaseUrl, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

const SUBMISSIONS = 120;
const ANSWERED_BEFORE_STOP = 20;

let site: Site;
afterAll(async () => {
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

  const client = new pg.Client({ connectionString: await findDatabaseUrl(site) });
  await client.connect();
  const { rows } = await client.query<{ id: string }>("select id from submission");
  await client.end();
  const stored = new Set(rows.map(({ id }) => id));
  const answered = [...answers].filter(([, result]) => result === "success").map(([id]) => id);
  expect(answered.length).toBeGreaterThanOrEqual(ANSWERED_BEFORE_STOP);
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
  // Whatever was stored was also acknowledged: no answer was broken off.
  expect([...answers.keys()].filter((id) => stored.has(id) && !answered.includes(id))).toEqual([]);
});
