import { Hono } from "hono";
import { env } from "#platform/env/env.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { offeredDemoAccounts } from "#domain/identity/demo-accounts.server.ts";

/**
 * What a person who tries the demonstration, or a test, needs to know: who can sign in, and what
 * was sent. Outside demo mode these addresses do not exist; `/demo/outbox` itself is a page.
 */
export const demoApi = new Hono()
  .use("/demo/*", async (context, next) => {
    context.header("cache-control", "no-store");
    await next();
  })
  .get("/demo/outbox.json", async (context) => {
    if (!env().DEMO) return context.notFound();
    return context.json(await listOutbox());
  })
  .get("/demo/accounts.json", (context) => {
    if (!env().DEMO) return context.notFound();
    return context.json(offeredDemoAccounts());
  });
