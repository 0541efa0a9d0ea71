import { z } from "zod";
import {
  isDatabaseReachable,
  databaseAwaySince,
} from "#platform/database/database-watch.server.ts";
import { countFailedStarts } from "#platform/database/own-postgres.server.ts";
import { findKeyDifference } from "#platform/vault/same-keys.server.ts";
import { readingOnlySince } from "#platform/database/replicas.server.ts";
import { isDiskFull } from "#platform/storage/disk-space.server.ts";
import { defineCall, retryAfter } from "./serve-calls.server.ts";

/** 200 if the process runs. */
export const healthz = defineCall({
  method: "get",
  path: "/healthz",
  summary: "Whether the process runs",
  caller: "anyone",
  needsNothing: true,
  responses: {
    200: { description: "Yes", schema: z.object({ status: z.literal("ok") }) },
  },
}).answer(() => ({ status: 200, body: { status: "ok" } }));

/** 200 if the site can take a lead, that is, the database answers; or if it can be read only. */
export const readyz = defineCall({
  method: "get",
  path: "/readyz",
  summary: "Whether the site can take a lead: the database answers; or else can be read",
  caller: "anyone",
  responses: {
    200: {
      description:
        "Yes; or no database takes writes, and pages are read from a replica: since when",
      schema: z.union([
        z.object({ status: z.literal("ready") }),
        z.object({ status: z.literal("read_only"), since: z.iso.datetime() }),
      ]),
    },
    503: {
      description:
        "No: the disk is full; the key file is not the one that another process of the site works with; or the database is away: since when, and how often its own PostgreSQL failed to start again",
      schema: z.union([
        z.object({
          status: z.literal("database_unreachable"),
          since: z.iso.datetime().nullable(),
          failedStarts: z.int(),
        }),
        z.object({ status: z.literal("disk_full") }),
        z.object({ status: z.literal("keys_differ"), how: z.enum(["other_site", "key_missing"]) }),
      ]),
    },
  },
}).answer(async () => {
  if (await isDatabaseReachable()) {
    if (isDiskFull())
      return { status: 503, body: { status: "disk_full" }, headers: retryAfter(60) };
    const how = findKeyDifference();
    if (how) return { status: 503, body: { status: "keys_differ", how }, headers: retryAfter(60) };
    return { status: 200, body: { status: "ready" } };
  }
  const readOnly = readingOnlySince()?.toISOString();
  if (readOnly) return { status: 200, body: { status: "read_only", since: readOnly } };
  const since = databaseAwaySince()?.toISOString() ?? null;
  const body = {
    status: "database_unreachable",
    since,
    failedStarts: countFailedStarts(),
  } as const;
  return { status: 503, body, headers: retryAfter(5) };
});
