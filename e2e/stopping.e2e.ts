import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import type pg from "pg";
import { withConnection } from "#platform/database/database.server.ts";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { sellCarFields } from "./program.fixture.ts";
import { findDatabaseUrl, removeDataDirectory, type Site, startSite } from "./site.fixture.ts";

const SUBMISSIONS = 60;
const RESPONSES_BEFORE_STOP = 20;

let site: Site;
afterEach(async () => {
  await site.stop();
  await removeDataDirectory(site);
});

/** Submits on a separate connection; null if the site accepted no more connections. */
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
      (response) => {
        // A response that is cut does not count.
        text(response).then(
          (json) => resolve((JSON.parse(json) as { result: string }).result),
          () => resolve(null),
        );
      },
    );
    sent.on("error", () => resolve(null));
    sent.end(body);
  });
}

test("told to stop under load, it breaks nothing that it took, and the next one serves", async () => {
  site = await startSite();
  const answers = new Map<string, string | null>();
  let stopped: Promise<void> | undefined;
  await Promise.all(
    Array.from({ length: SUBMISSIONS }, async () => {
      const id = randomUUID();
      answers.set(id, await submit(site.origin, id));
      if (answers.size < RESPONSES_BEFORE_STOP) return;
      stopped ??= site.stop();
    }),
  );
  await stopped;

  // No time is measured here: other tests run beside this one, and bench/failover times restarts.
  site = await startSite({}, site.dataDirectory);
  expect((await fetch(site.origin)).status).toBe(200);

  const stored = await listStored();
  const answered = [...answers].filter(([, result]) => result === "success").map(([id]) => id);
  expect(answered.length).toBeGreaterThanOrEqual(RESPONSES_BEFORE_STOP);
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
  // Everything stored was also acknowledged: no response was cut.
  expect([...answers.keys()].filter((id) => stored.has(id) && !answered.includes(id))).toEqual([]);
});

async function listStored(): Promise<ReadonlySet<string>> {
  const rows = await askDatabase<{ id: string }>("select id from submission");
  return new Set(rows.map(({ id }) => id));
}

async function askDatabase<Row extends pg.QueryResultRow>(
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const connectionString = await findDatabaseUrl(site);
  return withConnection(
    connectionString,
    async (client) => (await client.query<Row>(statement, values)).rows,
  );
}

/** The child processes of a process. */
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

test.skipIf(process.platform !== "linux")(
  "whoever comes while a worker is killed is answered or cut off, and waits for neither in vain",
  async () => {
    site = await startSite({ WORKERS: "2" });
    const ask = () =>
      new Promise<boolean>((resolve) => {
        const sent = request(`${site.origin}/healthz`, { agent: false }, (response) => {
          text(response).then(
            () => resolve(true),
            () => resolve(false),
          );
        });
        sent.on("error", () => resolve(false));
        sent.end();
      });
    for (let round = 0; round < 3; round += 1) {
      const victim = listChildren(site.processId).at(-1) ?? 0;
      const requested = Array.from({ length: 80 }, ask);
      setTimeout(() => process.kill(victim, "SIGKILL"), 1);
      const answered = (await Promise.all(requested)).filter(Boolean);
      expect(answered.length).toBeGreaterThan(0);
      await vi.waitFor(() => {
        const living = listChildren(site.processId);
        expect(living).toHaveLength(2);
        expect(living).not.toContain(victim);
      }, 10_000);
    }
  },
  60_000,
);

test.skipIf(process.platform !== "linux")(
  "what a killed worker was sending is sent by its successor, long before its lease is over",
  async () => {
    const id = randomUUID();
    const owed = `${id}@example.com`;
    const requested = Promise.withResolvers<void>();
    let isAnswering = false;
    const smtp = await startSmtpPeer({
      onRcptTo({ address }, _session, callback) {
        if (address !== owed || isAnswering) return callback();
        requested.resolve();
      },
    });
    try {
      site = await startSite({ WORKERS: "2", SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
      expect(await submit(site.origin, id)).toBe("success");
      await requested.promise;
      // It does not become due within this test.
      await askDatabase(
        "update message set next_attempt_at = now() + interval '1 day' where recipient = $1",
        [owed],
      );
      isAnswering = true;
      process.kill(listChildren(site.processId)[0] ?? 0, "SIGKILL");
      const readRows = () =>
        askDatabase<{ state: string; outcomes: string[] }>(
          `select state, array(select outcome from message_attempt where message_id = message.id order by at) as outcomes
            from message where recipient = $1`,
          [owed],
        );
      await vi.waitFor(
        async () =>
          expect(await readRows()).toEqual([{ state: "sent", outcomes: ["interrupted", "sent"] }]),
        { timeout: 60_000 },
      );
      expect(smtp.arrivals.filter(({ to }) => to.includes(owed))).toHaveLength(1);
    } finally {
      await smtp.close();
    }
  },
);
