import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a running server says about itself in postmaster.pid (PostgreSQL's miscadmin.h). */
export type PostmasterFile = { pid: number; port: number; status: string };

/** Reads `cluster`/postmaster.pid. `undefined` where there is none, or none that can be read. */
export function readPostmasterFile(cluster: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? "").trim() };
  } catch {
    return undefined;
  }
}
