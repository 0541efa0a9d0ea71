import { createHmac } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#packages/embedded-postgres/free-port";
import {
  type MemberName,
  type ReplicatedPostgres,
  startReplicated,
} from "#packages/embedded-postgres/replicated";
import { DEMO_ACCOUNTS } from "#demo/people.ts";
import { s3Account, startS3Peer } from "#platform/storage/s3-peer.fixture.ts";
import {
  type Acknowledged,
  ask,
  findLosses,
  gatherPeople,
  nothingAcknowledged,
  signIn,
} from "../chaos/people.fixture.ts";
import { newDataDirectory, type Site, startSite } from "../site.fixture.ts";
import { startBalancer, type Tally } from "./balancer.fixture.ts";
import { type PriceReport, startPriceProbe } from "./price-probe.fixture.ts";

export type FailoverReport = {
  phases: Record<string, Tally & { seconds: number }>;
  acknowledged: Record<"leads" | "bids" | "saves" | "offers" | "photos", number>;
  /** Scans of the car tables on the standbys, until the primary is killed. */
  readsFromReplicas: number;
  /** From the promotion of a standby until something was stored again, in seconds. */
  secondsUntilWrites: number;
  promoted: MemberName;
  prices: PriceReport;
  /** In words; empty if everything acknowledged is stored exactly once. */
  losses: string[];
};

/**
 * Three processes of the site on a primary and two hot standbys, with photos in an S3 store, behind
 * a balancer and under load. Each process is restarted, one is killed, a standby is suspended, the
 * primary is killed, and after some time without a primary a standby is promoted.
 */
export async function runFailover(options: {
  people: number;
  /** The shortest duration of each phase. */
  phaseMs: number;
  print?: (line: string) => void;
}): Promise<FailoverReport> {
  const { people, phaseMs, print } = options;
  const folder = await mkdtemp(join(tmpdir(), "failover-"));
  // PostgreSQL never runs as root, so its account must be able to enter the folder.
  await chmod(folder, 0o755);
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const first = await startSite({ LOG_LEVEL: "warn" });
    undo.push(() => rm(first.dataDirectory, { recursive: true, force: true }));
    await first.stop();
    const home = join(first.dataDirectory, "postgres");
    const cluster = await startReplicated({ home, folder: join(folder, "pg"), name: "rouvia" });
    undo.push(() => cluster.stop());
    await cluster.awaitStandbys("one", 2);
    const readsBefore = await countReads(cluster.url);

    const store = await startS3Peer();
    undo.push(() => store.close());
    const bucket = new URL(store.bucketUrl);
    const { accessKeyId, secretAccessKey, region } = s3Account;
    const environment = {
      ...describeDatabase(cluster, first.dataDirectory),
      S3_URL: `s3+http://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@${bucket.host}${bucket.pathname}?region=${region}`,
    };
    const sites: { port: number; site: Site }[] = [];
    for (let count = 0; count < 3; count += 1) {
      const port = await freePort();
      const dataDirectory = await newDataDirectory(folder, { withDatabase: false });
      const site = await startSite({ ...environment, PORT: String(port) }, dataDirectory);
      sites.push({ port, site });
    }
    undo.push(() => Promise.all(sites.map(({ site }) => site.stop())));
    const startAgain = async (server: (typeof sites)[number]) => {
      const { dataDirectory } = server.site;
      server.site = await startSite({ ...environment, PORT: String(server.port) }, dataDirectory);
    };
    const balancer = await startBalancer(sites.map(({ port }) => port));
    undo.push(() => balancer.close());
    const { origin } = balancer;

    const done = nothingAcknowledged();
    const buyers = "(select id from \"user\" where email = 'buyer@example.com')";
    const live = await ask<{ id: string }>(
      cluster.url("one"),
      `select id from listing where state = 'live' and seller_id <> all(array${buyers})`,
    );
    const seller = DEMO_ACCOUNTS.find(({ role }) => role === "seller")?.email ?? "";
    const [own] = await ask<{ id: string; price: number }>(
      cluster.url("one"),
      `select l.id, l.price_cad as price from listing l join "user" u on u.id = l.seller_id
        where u.email = $1 and l.state = 'live' and l.reserved_at is null limit 1`,
      [seller],
    );
    if (!own) throw new Error("The demo's seller has no car for sale.");
    const listings = live.map(({ id }) => id).filter((id) => id !== own.id);
    const { act } = await gatherPeople({ origin, listings, done, random: Math.random });
    const session = await signIn(origin, "seller");
    const probe = startPriceProbe({ origin, session, listing: own.id, price: own.price });
    const load = startLoad(people, act);
    const reading = startReading(origin, listings);

    const phases: FailoverReport["phases"] = {};
    let primary: MemberName | null = "one";
    const phase = async (name: string, work: () => Promise<void>) => {
      if (primary) await ask(cluster.url(primary), "delete from rate_limit");
      balancer.takeTally();
      const startedAt = performance.now();
      await work();
      await pause(Math.max(0, phaseMs - (performance.now() - startedAt)));
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      phases[name] = { ...balancer.takeTally(), seconds };
      print?.(`${name}: ${JSON.stringify(phases[name])}; ${JSON.stringify(count(done))}`);
    };

    await phase("nothing happens", async () => {});
    await phase("each process is restarted in its turn", async () => {
      for (const server of sites) {
        await balancer.takeOut(server.port);
        await server.site.stop();
        await startAgain(server);
        await balancer.putBack(server.port);
      }
    });
    await phase("a process is killed", async () => {
      const [server] = sites;
      if (!server) return;
      await server.site.kill();
      await pause(phaseMs / 2);
      await startAgain(server);
    });
    await phase("a standby stands still", async () => {
      cluster.halt("three");
      await pause(phaseMs);
      cluster.goOn("three");
    });
    const reads = (await countReads(cluster.url)) - readsBefore;
    await phase("the primary is killed, and nobody takes writes", async () => {
      cluster.kill("one");
      primary = null;
    });
    // What was acknowledged is on at least one of the two, so on the one that received more.
    const [two, three] = await Promise.all([cluster.received("two"), cluster.received("three")]);
    const promoted: MemberName = two >= three ? "two" : "three";
    let secondsUntilWrites = 0;
    await phase("a standby is promoted", async () => {
      const storedBefore = total(done);
      const startedAt = performance.now();
      await cluster.promote(promoted);
      primary = promoted;
      await cluster.awaitStandbys(promoted, 1);
      const deadline = startedAt + 60_000;
      while (total(done) <= storedBefore && performance.now() < deadline) await pause(20);
      secondsUntilWrites = Math.round((performance.now() - startedAt) / 100) / 10;
    });
    await phase("it goes on", async () => {});

    await Promise.all([load.stop(), reading.stop()]);
    const prices = await probe.stop();
    const losses = await findLosses(cluster.url(promoted), done, origin);
    return {
      phases,
      acknowledged: count(done),
      readsFromReplicas: reads,
      secondsUntilWrites,
      promoted,
      prices,
      losses,
    };
  } finally {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
  }
}

/** The settings of a site whose primary and standbys were made from another site's own database. */
export function describeDatabase({ port, password }: ReplicatedPostgres, dataDirectory: string) {
  const hosts = Object.values(port).map((each) => `127.0.0.1:${each}`);
  const sitePassword = createHmac("sha256", password).update("rouvia_site").digest("hex");
  const asSite = (host: string) => `postgres://rouvia_site:${sitePassword}@${host}/rouvia`;
  return {
    LOG_LEVEL: "warn",
    DATABASE_URL: `${asSite(hosts.join(","))}?target_session_attrs=read-write`,
    MIGRATE_DATABASE_URL: `postgres://rouvia:${password}@${hosts.join(",")}/rouvia`,
    DATABASE_READ_URLS: hosts.map(asSite).join(" "),
    KEY_FILE: join(dataDirectory, "keys", "vault.json"),
  };
}

/**
 * The number of scans of the car tables on the standbys, from their statistics. Nobody else reads
 * these tables.
 */
async function countReads(url: (member: MemberName) => string): Promise<number> {
  const counts = await Promise.all(
    (["two", "three"] as const).map((member) =>
      ask<{ count: number }>(
        url(member),
        "select coalesce(sum(idx_scan + seq_scan), 0)::int as count from pg_stat_user_tables where relname in ('listing', 'listing_search')",
      ),
    ),
  );
  return counts.reduce((sum, [row]) => sum + (row?.count ?? 0), 0);
}

const total = (done: Acknowledged) => Object.values(count(done)).reduce((sum, each) => sum + each);

function count({ leads, bids, saves, offers, photos, portraits }: Acknowledged) {
  return {
    leads: leads.size,
    bids: bids.size,
    saves: saves.size,
    offers: offers.size,
    photos: photos.length + portraits,
  };
}

function startLoad(people: number, act: (what: number) => Promise<void>) {
  let what = 0;
  return repeatAtOnce(people, () => act((what += 1)));
}

/** A stranger who opens cars, and searches that are not cached. */
function startReading(origin: string, listings: readonly string[]) {
  let turn = 0;
  return repeatAtOnce(1, async () => {
    turn += 1;
    const car = listings[turn % listings.length];
    const paths = [
      "/",
      `/details/${car}`,
      `/cars?priceMax=${20_000 + turn}`,
      `/singleListing/${car}`,
    ];
    const response = await fetch(origin + paths[turn % paths.length]);
    await response.arrayBuffer();
  });
}

function repeatAtOnce(count: number, act: () => Promise<void>) {
  let isOver = false;
  const lives = Array.from({ length: count }, async () => {
    while (!isOver) {
      // A request that is cut is counted by the balancer.
      await act().catch(() => undefined);
      await pause(30);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(lives);
    },
  };
}
