import pg from "pg";
import { log } from "#platform/log/log.server.ts";
import { cutClientsElsewhere, type DatabaseAddress } from "#platform/outage/client-at.server.ts";
import { splitHosts } from "./database-hosts.ts";

/** A database that may move from one host to another. */
export type FollowedDatabase = {
  address: DatabaseAddress;
  /**
   * Looks for the host that accepts writes. False if none does. Absent if there is only one host.
   */
  find?: () => Promise<boolean>;
};

const RESPONSE_TIMEOUT_MS = 2_000;

/**
 * Follows the primary of DATABASE_URL from host to host. JavaScript drivers connect to one host
 * only; libpq's `target_session_attrs=read-write` asks each, and so does this.
 * @throws {NoPrimary}
 */
export async function followPrimary(url: string): Promise<FollowedDatabase> {
  const hosts = splitHosts(url);
  if (hosts.length === 1) return { address: () => hosts[0] ?? url };
  let current = await findPrimary(url);
  return {
    address: () => current,
    async find() {
      const found = await searchPrimary(hosts);
      if (found && found !== current) {
        current = found;
        const count = hosts.indexOf(found) + 1;
        log.warn("the database takes writes at another host of DATABASE_URL: its place", { count });
        cutClientsElsewhere(found);
      }
      return found !== null;
    },
  };
}

/** None of the given hosts accepts writes. */
export class NoPrimary extends Error {
  override name = "NoPrimary";
}

/**
 * The one host of an address that accepts writes; the unchanged address if it names only one host.
 * @throws {NoPrimary}
 */
export async function findPrimary(url: string): Promise<string> {
  const hosts = splitHosts(url);
  const found = hosts.length === 1 ? hosts[0] : await searchPrimary(hosts);
  if (found) return found;
  throw new NoPrimary(`None of the ${hosts.length} hosts of the database takes writes.`);
}

/**
 * After a failover the former primary may come back and accept writes too. The promoted one has the
 * higher timeline, so all are asked and the highest is chosen.
 */
async function searchPrimary(hosts: readonly string[]): Promise<string | null> {
  const requested = await Promise.all(
    hosts.map(async (url) => ({ url, timeline: await readTimeline(url) })),
  );
  const [best] = requested
    .filter(({ timeline }) => timeline > 0)
    .toSorted((one, other) => other.timeline - one.timeline);
  return best?.url ?? null;
}

/** 0 for a standby, and for a host that does not respond. */
async function readTimeline(connectionString: string): Promise<number> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
    application_name: "rouvia primary",
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ file: string | null }>(
      "select case when not pg_is_in_recovery() then pg_walfile_name(pg_current_wal_lsn()) end as file",
    );
    // The first eight digits of a segment's file name are its timeline.
    return Number.parseInt(rows[0]?.file?.slice(0, 8) ?? "0", 16);
  } catch {
    return 0;
  } finally {
    void client.end().catch(() => undefined);
  }
}
