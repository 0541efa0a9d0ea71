import { Hono } from "hono";
import { databaseAnswers } from "#platform/database/database.server.ts";

/** `/healthz`: the process runs. `/readyz`: it can take a lead, that is, the database answers. */
export const healthApi = new Hono()
  .get("/healthz", (context) => context.json({ status: "ok" }))
  .get("/readyz", async (context) =>
    (await databaseAnswers(2_000))
      ? context.json({ status: "ready" })
      : context.json({ status: "database_unreachable" }, 503),
  );
