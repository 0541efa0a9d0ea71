import { execFile } from "node:child_process";
import { readdirSync, readlinkSync } from "node:fs";
import { chmod, chown, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { reachableBinaries } from "./binaries.ts";
import { firstUsable, listOutsideFolders } from "./cluster-home.ts";
import { clusterPassword, settingsFile } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { readPostmasterFile } from "./postmaster.ts";
import { runTool, type SystemUser } from "./tools.ts";

const NAMES = ["one", "two", "three"] as const;
export type MemberName = (typeof NAMES)[number];

/** A primary and two hot standbys, each on a port of this machine. */
export type ReplicatedPostgres = {
  port: Record<MemberName, number>;
  password: string;
  /** The superuser's URL, to inspect one server from outside. */
  url(member: MemberName): string;
  /** Kills all processes of a server at once, without a chance to clean up. */
  kill(member: MemberName): void;
  /** Suspends all processes of a server until `goOn`. */
  halt(member: MemberName): void;
  goOn(member: MemberName): void;
  /** Makes a standby the primary; the others follow it automatically. */
  promote(member: MemberName): Promise<void>;
  /** Waits until this number of standbys stream from it. */
  awaitStandbys(primary: MemberName, count: number): Promise<void>;
  /**
   * The log position that a standby has received. Every acknowledged commit is at or before the
   * highest position.
   */
  received(member: MemberName): Promise<bigint>;
  stop(): Promise<void>;
};

/**
 * Three servers in `folder`, all copies of one stopped cluster (`home`/cluster). `one` is the
 * primary. It acknowledges a commit when one of the standbys has it on disk.
 */
export async function startReplicated(options: {
  home: string;
  folder: string;
  /** The name of the superuser, the database and the settings file of the cluster. */
  name: string;
}): Promise<ReplicatedPostgres> {
  const { home, folder, name } = options;
  const { uid, gid } = await stat(join(home, "cluster"));
  const isRoot = process.getuid?.() === 0;
  const user: SystemUser | undefined = isRoot ? { name: `number ${uid}`, uid, gid } : undefined;
  const { pgCtl } = await reachableBinaries(user, () => firstUsable(listOutsideFolders(name)));
  const password = await clusterPassword(home);
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const port = { one: ports[0], two: ports[1], three: ports[2] };
  const cluster = (member: MemberName) => join(folder, member);
  const url = (member: MemberName) =>
    `postgres://${name}:${password}@127.0.0.1:${port[member]}/${name}`;
  const control = async (member: MemberName, ...parameters: string[]) => {
    const run = { as: user, workingDirectory: folder };
    const { exitCode, output } = await runTool(pgCtl, [...parameters, "-D", cluster(member)], run);
    if (exitCode !== 0) throw new Error(`pg_ctl ${parameters.join(" ")} ${member}: ${output}`);
  };

  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o777);
  const start = async (member: MemberName) => {
    await promisify(execFile)("cp", ["-a", join(home, "cluster"), cluster(member)]);
    const settings = memberSettings({ member, name, password, port });
    await writeFile(join(cluster(member), settingsFile(name)), settings);
    if (member !== "one") {
      const signal = join(cluster(member), "standby.signal");
      await writeFile(signal, "");
      await chown(signal, uid, gid);
    }
    await control(member, "start", "-w", "-l", join(folder, `${member}.log`));
  };
  for (const member of NAMES) await start(member);

  const ask = async <Row extends pg.QueryResultRow>(member: MemberName, sql: string) => {
    const client = new pg.Client({ connectionString: url(member) });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const signalAll = (member: MemberName, signal: NodeJS.Signals) => {
    for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
      try {
        // The working directory of every server process is its cluster's folder.
        if (readlinkSync(`/proc/${pid}/cwd`) === cluster(member)) process.kill(Number(pid), signal);
      } catch {
        // The process ended meanwhile.
      }
    }
  };

  return {
    port,
    password,
    url,
    kill: (member) => signalAll(member, "SIGKILL"),
    halt: (member) => signalAll(member, "SIGSTOP"),
    goOn: (member) => signalAll(member, "SIGCONT"),
    promote: (member) => control(member, "promote", "-w"),
    async awaitStandbys(primary, count) {
      const deadline = Date.now() + 30_000;
      for (;;) {
        const [row] = await ask<{ count: number }>(
          primary,
          "select count(*)::int as count from pg_stat_replication where state = 'streaming'",
        );
        if (row && row.count >= count) return;
        if (Date.now() > deadline)
          throw new Error(`${row?.count} standbys stream from ${primary}.`);
        await pause(50);
      }
    },
    async received(member) {
      const [row] = await ask<{ bytes: string }>(
        member,
        "select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text as bytes",
      );
      return BigInt(row?.bytes ?? 0);
    },
    async stop() {
      for (const member of NAMES) {
        if (readPostmasterFile(cluster(member)) === undefined) continue;
        await control(member, "stop", "-w", "-m", "immediate").catch(() => undefined);
        signalAll(member, "SIGKILL");
      }
    },
  };
}

function memberSettings(options: {
  member: MemberName;
  name: string;
  password: string;
  port: Record<MemberName, number>;
}): string {
  const { member, name, password, port } = options;
  const others = NAMES.filter((each) => each !== member);
  const settings = {
    listen_addresses: "127.0.0.1",
    port: port[member],
    unix_socket_directories: "",
    max_connections: 200,
    shared_buffers: "64MB",
    timezone: "UTC",
    log_timezone: "UTC",
    hot_standby: "on",
    wal_keep_size: "512MB",
    wal_retrieve_retry_interval: "200ms",
    wal_receiver_timeout: "5s",
    wal_sender_timeout: "5s",
    synchronous_commit: "on",
    synchronous_standby_names: `ANY 1 (${others.join(", ")})`,
    // The one of the others that accepts writes, now or after a failover.
    primary_conninfo: [
      `host=${others.map(() => "127.0.0.1").join(",")}`,
      `port=${others.map((each) => port[each]).join(",")}`,
      `user=${name}`,
      `password=${password}`,
      `application_name=${member}`,
      "target_session_attrs=read-write",
    ].join(" "),
  };
  return Object.entries(settings)
    .map(([key, value]) => `${key} = '${value}'\n`)
    .join("");
}
