import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#packages/embedded-postgres/free-port";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import {
  findDatabaseUrl,
  newDataDirectory,
  removeDataDirectory,
  startSite,
} from "../site.fixture.ts";
import { type Fault, inflict, mountSmallDisk, type Victim } from "./faults.fixture.ts";
import {
  type Acknowledged,
  ask,
  findLosses,
  findLostMails,
  gatherPeople,
  nothingAcknowledged,
} from "./people.fixture.ts";

type ChaosReport = {
  rounds: number;
  faults: Partial<Record<Fault, number>>;
  /** How often the site's process was killed. */
  kills: number;
  acknowledged: Record<"leads" | "consents" | "bids" | "saves" | "offers" | "photos", number>;
  refused: number;
  cut: number;
  /**
   * In words; empty if everything acknowledged is stored exactly once and every e-mail was sent.
   */
  losses: string[];
  mails: number;
  /**
   * E-mails that arrived twice with the same Message-ID, because the site's process was killed
   * between the mail server's acknowledgement and its own record. A second copy without such a kill
   * is among the losses.
   */
  secondCopies: number;
  /**
   * The longest by fault, in seconds: the time without a page in total, and after the cause was
   * removed.
   */
  longestOutageSeconds: Partial<Record<Fault, number>>;
  longestRecoverySeconds: Partial<Record<Fault, number>>;
  /**
   * The longest time from the first page after a fault until every e-mail owed by then was sent.
   */
  longestMailSeconds: number;
};

/** A mulberry32 generator: the same rounds for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SMALL_DISK_MB = 700;
/**
 * Each e-mail takes this time, as at a provider, so some are being sent whenever a process dies.
 */
const PROVIDER_MS = 60;

/**
 * A site under load with repeated faults. The faults come in the given order, or at random if there
 * are more rounds.
 */
export async function runChaos(options: {
  rounds: number;
  seed: number;
  faults: readonly Fault[];
  stillMs: number;
  /** How long a disk stays full; a few seconds by default. */
  diskMs?: number;
  people: number;
  loadMs: number;
  print?: (line: string) => void;
}): Promise<ChaosReport> {
  const { rounds, seed, stillMs, diskMs, people, loadMs, print } = options;
  const random = seededRandom(seed);
  const disk = options.faults.includes("disk") ? await mountSmallDisk(SMALL_DISK_MB) : null;
  const faults = options.faults.filter((fault) => fault !== "disk" || disk !== null);
  /** The times when the mail server accepted each e-mail, by Message-ID. */
  const copies = new Map<string, number[]>();
  const peer = await startSmtpPeer({
    onData(stream, _session, callback) {
      let head = "";
      stream.on("data", (chunk: Buffer) => {
        if (head.length < 8_000) head += chunk.toString("latin1");
      });
      stream.on("end", () => {
        const id = /^message-id:\s*(\S+)/im.exec(head)?.[1] ?? "";
        setTimeout(() => {
          copies.set(id, [...(copies.get(id) ?? []), performance.now()]);
          callback(null, "OK queued");
        }, PROVIDER_MS);
      });
    },
  });
  const environment = {
    PORT: String(await freePort()),
    SMTP_URL: `smtp://127.0.0.1:${peer.port}`,
    LOG_LEVEL: "warn",
  };
  const dataDirectory = await newDataDirectory(disk?.folder ?? "/tmp");
  const victim: Victim = {
    site: await startSite(environment, dataDirectory),
    environment,
    killedAt: [],
  };
  const origin = `http://localhost:${environment.PORT}`;
  const done = nothingAcknowledged();
  const report: ChaosReport = {
    rounds,
    faults: {},
    kills: 0,
    ...count(done),
    losses: [],
    ...countMails(copies),
    longestOutageSeconds: {},
    longestRecoverySeconds: {},
    longestMailSeconds: 0,
  };
  try {
    const url = () => findDatabaseUrl(victim.site);
    const [clock] = await ask<{ now: string }>(
      await url(),
      "select clock_timestamp()::text as now",
    );
    const began = clock?.now ?? "";
    const listings = (
      await ask<{ id: string }>(
        await url(),
        "select id from listing where state = 'live' and seller_id <> all(array(select id from \"user\" where email = 'buyer@example.com'))",
      )
    ).map(({ id }) => id);
    const { act } = await gatherPeople({ origin, listings, done, random });
    for (let round = 0; round < rounds; round += 1) {
      const fault =
        (round < faults.length ? faults[round] : faults[Math.floor(random() * faults.length)]) ??
        "site";
      // So many attempts would reach a rate limit, which is not what is tested here.
      await ask(await url(), "delete from rate_limit");
      const load = startLoad(people, act);
      const probe = startProbe(origin);
      await pause(loadMs * (0.5 + random()));
      const mendedAt = await inflict(fault, victim, {
        random,
        stillMs,
        ...(diskMs !== undefined && { diskMs }),
      });
      const recoveredAt = await probe.firstAfter(mendedAt);
      // Enough actions happen after a fault even on a slow machine.
      await Promise.all([pause(loadMs), load.awaitMore(ACTS_AFTER_A_FAULT)]);
      await load.stop();
      const outageMs = await probe.stop();
      const mailSeconds = await waitForMail(url, { recoveredAt, began });
      const note = (all: Partial<Record<Fault, number>>, ms: number) =>
        (all[fault] = Math.max(all[fault] ?? 0, round1(ms)));
      report.faults[fault] = (report.faults[fault] ?? 0) + 1;
      note(report.longestOutageSeconds, outageMs);
      note(report.longestRecoverySeconds, recoveredAt - mendedAt);
      report.longestMailSeconds = Math.max(report.longestMailSeconds, mailSeconds);
      print?.(
        `round ${round + 1} ${fault}: ${round1(outageMs)} s without a page, back ${round1(recoveredAt - mendedAt)} s after, mail ${mailSeconds} s; ${done.leads.size} leads`,
      );
    }
    report.losses = [
      ...(await findLosses(await url(), done, origin)),
      ...(await findLostMails(await url(), copies, began)),
      ...findNeedlessCopies(copies, victim.killedAt),
    ];
  } finally {
    await victim.site.stop();
    await removeDataDirectory(victim.site);
    await peer.close();
    await disk?.unmount();
  }
  return { ...report, kills: victim.killedAt.length, ...count(done), ...countMails(copies) };
}

function count(done: Acknowledged) {
  const { leads, bids, saves, offers, photos, portraits, refused, cut } = done;
  return {
    acknowledged: {
      leads: leads.size,
      consents: leads.size * 3,
      bids: bids.size,
      saves: saves.size,
      offers: offers.size,
      photos: photos.length + portraits,
    },
    refused,
    cut,
  };
}

function countMails(copies: ReadonlyMap<string, readonly number[]>) {
  const sent = [...copies.values()].reduce((sum, { length }) => sum + length, 0);
  return { mails: copies.size, secondCopies: sent - copies.size };
}

/**
 * Finds second copies without a reason: only after its process was killed may the site not know
 * that the mail server has an e-mail already.
 */
function findNeedlessCopies(
  copies: ReadonlyMap<string, readonly number[]>,
  killedAt: readonly number[],
): string[] {
  return [...copies].flatMap(([id, times]) =>
    times.slice(1).flatMap((at, index) => {
      const before = (times[index] ?? 0) - PROVIDER_MS - RESPONSE_LATENCY_MS;
      const isKnown = killedAt.some((kill) => kill > before && kill < at);
      return isKnown ? [] : [`mail ${id}: twice without a kill between`];
    }),
  );
}

/** The tolerance between the last byte of the e-mail and the time measured here, on busy cores. */
const RESPONSE_LATENCY_MS = 500;

const round1 = (ms: number) => Math.round(ms / 100) / 10;

/** Three of each kind of action. */
const ACTS_AFTER_A_FAULT = 18;

function startLoad(people: number, act: (what: number) => Promise<void>) {
  let isOver = false;
  let what = 0;
  let ended = 0;
  const lives = Array.from({ length: people }, async () => {
    while (!isOver) {
      await act((what += 1));
      ended += 1;
      await pause(30);
    }
  });
  return {
    /** Waits until this number of further actions is done. */
    async awaitMore(count: number) {
      const enough = ended + count;
      while (ended < enough) await pause(30);
    },
    async stop() {
      isOver = true;
      await Promise.all(lives);
    },
  };
}

/** A visitor who opens the home page repeatedly. */
function startProbe(origin: string) {
  let isOver = false;
  let lastSeen = performance.now();
  let longestMs = 0;
  const seen: number[] = [];
  const looking = (async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const isThere = await fetch(origin, { signal: AbortSignal.timeout(15_000) })
        .then(async (response) => {
          await response.arrayBuffer();
          return response.status === 200;
        })
        .catch(() => false);
      if (isThere) {
        const at = performance.now();
        longestMs = Math.max(longestMs, at - lastSeen);
        lastSeen = at;
        seen.push(startedAt);
      }
      await pause(50);
    }
  })();
  return {
    /** The time of the first page that arrived after `at`. */
    async firstAfter(at: number): Promise<number> {
      const deadline = performance.now() + 90_000;
      while (lastSeen <= at) {
        if (performance.now() > deadline) throw new Error("The site has not come back in 90 s.");
        await pause(20);
      }
      return lastSeen;
    },
    async stop(): Promise<number> {
      isOver = true;
      await looking;
      return longestMs;
    },
  };
}

/**
 * The seconds from `recoveredAt` until no message created since `began` is unsent. The demo's own
 * delivery, which waits for its next attempt, does not count.
 */
async function waitForMail(
  url: () => Promise<string>,
  { recoveredAt, began }: { recoveredAt: number; began: string },
): Promise<number> {
  const owed =
    "select count(*)::int as owed from message where state in ('waiting', 'failed') and channel in ('email', 'adf_email') and created_at >= $1";
  for (;;) {
    const [row] = await ask<{ owed: number }>(await url(), owed, [began]);
    const seconds = Math.ceil((performance.now() - recoveredAt) / 1_000);
    if (row?.owed === 0) return seconds;
    if (seconds > 120) throw new Error(`${row?.owed} mails are still owed after 120 s.`);
    await pause(500);
  }
}
