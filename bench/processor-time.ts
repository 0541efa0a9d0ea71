// The processor time of a process so far, from the kernel (proc_pid_stat(5)), for the benchmarks.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

const TICKS_PER_SECOND = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** User and system time of a process and of its ended children, in milliseconds. */
export function readProcessorMs(processId: number): number {
  const fields = readStat(processId);
  const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0);
  return (ticks / TICKS_PER_SECOND) * 1000;
}

/**
 * The same for the PostgreSQL of a data directory: its postmaster and the processes that it
 * started.
 */
export function readPostgresMs(dataDirectory: string): number {
  const postmaster = findPostmaster(dataDirectory);
  let ms = readProcessorMs(postmaster);
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (Number(readStat(Number(name))[1]) === postmaster) ms += readProcessorMs(Number(name));
    } catch {
      // It ended meanwhile, so it is counted among its parent's ended children.
    }
  }
  return ms;
}

export function readResidentMb(processId: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8")) ?? [];
  return Number(kb) / 1024;
}

function findPostmaster(dataDirectory: string): number {
  const file = `${dataDirectory}/postgres/cluster/postmaster.pid`;
  const [line = ""] = readFileSync(file, "utf8").split("\n");
  return Number(line);
}

/** The fields after the program's name, which may contain spaces: the first one is the state. */
function readStat(processId: number): string[] {
  const stat = readFileSync(`/proc/${processId}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}
