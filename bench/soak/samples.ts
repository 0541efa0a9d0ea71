// The memory and processor time of a site, measured from outside, and whether they keep growing.
import { readdirSync, readFileSync } from "node:fs";
import { readPostgresMs, readProcessorMs } from "../processor-time.ts";

export type Sample = {
  minute: number;
  phase: "load" | "rest";
  /** Of the site's process with its threads, and of its child processes. */
  residentMb: number;
  heapUsedMb: number;
  heapTotalMb: number;
  /** Buffers and other memory outside the heap that V8 knows of. */
  externalMb: number;
  /** The private memory of PostgreSQL's processes, and their shared memory counted once. */
  postgresMb: number;
  responsesPerSecond: number;
  statementsPerSecond: number;
  /** Of one core, in percent. */
  sitePercent: number;
  postgresPercent: number;
};

export type Counters = { at: number; siteMs: number; postgresMs: number };

export function readCounters(siteId: number, postgresDirectory: string): Counters {
  return {
    at: performance.now(),
    siteMs: family(siteId).reduce((sum, id) => sum + readProcessorMs(id), 0),
    postgresMs: readPostgresMs(postgresDirectory),
  };
}

export function readMemory(siteId: number, postgresDirectory: string, heapReport: string) {
  const site = family(siteId);
  const heaps = site.flatMap((id) => readHeap(`${heapReport}.${id}`));
  const sum = (kind: keyof NodeJS.MemoryUsage) =>
    heaps.reduce((total, heap) => total + heap[kind], 0) / 1024 / 1024;
  const postmaster = Number(
    readFileSync(`${postgresDirectory}/postgres/cluster/postmaster.pid`, "utf8").split("\n")[0],
  );
  const servers = family(postmaster);
  return {
    residentMb: site.reduce((total, id) => total + readMb(id, "VmRSS"), 0),
    heapUsedMb: sum("heapUsed"),
    heapTotalMb: sum("heapTotal"),
    externalMb: sum("external"),
    postgresMb:
      servers.reduce((total, id) => total + readMb(id, "RssAnon"), 0) +
      Math.max(...servers.map((id) => readMb(id, "RssShmem"))),
  };
}

function readHeap(file: string): NodeJS.MemoryUsage[] {
  try {
    return [JSON.parse(readFileSync(file, "utf8")) as NodeJS.MemoryUsage];
  } catch {
    // Not written yet, or only partly written.
    return [];
  }
}

function readMb(processId: number, field: string): number {
  try {
    const status = readFileSync(`/proc/${processId}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** A process and all its descendants. */
function family(processId: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    } catch {
      // It ended meanwhile.
    }
  }
  const found = [processId];
  for (const each of found) for (const [id, parent] of parents) if (parent === each) found.push(id);
  return found;
}

/** The growth of the resident memory in these samples, in MB an hour, with its standard error. */
export function fitSlope(samples: readonly Sample[]): { perHour: number; error: number } {
  const hours = samples.map(({ minute }) => minute / 60);
  const values = samples.map(({ residentMb }) => residentMb);
  const middle = mean(hours);
  const spread = hours.reduce((sum, hour) => sum + (hour - middle) ** 2, 0);
  const average = mean(values);
  const perHour =
    hours.reduce((sum, hour, at) => sum + (hour - middle) * ((values[at] ?? 0) - average), 0) /
    spread;
  const residue = hours.reduce(
    (sum, hour, at) => sum + ((values[at] ?? 0) - average - perHour * (hour - middle)) ** 2,
    0,
  );
  return { perHour, error: Math.sqrt(residue / Math.max(1, hours.length - 2) / spread) };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
