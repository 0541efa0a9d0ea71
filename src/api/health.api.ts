import { z } from "zod";
import { databaseAnswers } from "#platform/database/database.server.ts";
import { defineCall } from "./serve-calls.server.ts";

/** The process runs. */
export const healthz = defineCall({
  method: "get",
  path: "/healthz",
  summary: "Whether the process runs",
  caller: "anyone",
  answers: {
    200: { description: "Yes", schema: z.object({ status: z.literal("ok") }) },
  },
}).answer(() => ({ status: 200, body: { status: "ok" } }));

/** It can take a lead, that is, the database answers. */
export const readyz = defineCall({
  method: "get",
  path: "/readyz",
  summary: "Whether the site can take a lead: the database answers",
  caller: "anyone",
  answers: {
    200: { description: "Yes", schema: z.object({ status: z.literal("ready") }) },
    503: { description: "No", schema: z.object({ status: z.literal("database_unreachable") }) },
  },
}).answer(async () =>
  (await databaseAnswers(2_000))
    ? { status: 200, body: { status: "ready" } }
    : { status: 503, body: { status: "database_unreachable" } },
);
