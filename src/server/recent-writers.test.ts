import { Hono } from "hono";
import { expect, test } from "vitest";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { markWriters } from "./recent-writers.ts";
import type { ServerEnv } from "./visitor.ts";

const MEMBER = { id: "member", role: "buyer" } as Visitor["user"];
const REPLICAS = { DATABASE_READ_URLS: "postgres://replica/cars" };

/** The cookies in the response to a request of this person. */
async function ask(
  method: string,
  user: Visitor["user"],
  variables: Record<string, string> = {},
): Promise<string[]> {
  const read = readEnv({ DATA_DIR: "unused", ...variables });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
  const app = new Hono<ServerEnv>()
    .use((context, next) => {
      context.set("visitor", { user } as Visitor);
      const origin = "https://site.test";
      context.set("forwarded", { origin, ipAddress: "" });
      return next();
    })
    .use(markWriters)
    .all("*", (context) => context.text("done"));
  return (await app.request("/details/1", { method })).headers.getSetCookie();
}

test("who is signed in and sends something is marked for two minutes", async () => {
  expect(await ask("POST", MEMBER)).toEqual([
    "__Host-wrote=1; Path=/; Max-Age=120; HttpOnly; SameSite=Lax; Secure",
  ]);
  expect(await ask("DELETE", MEMBER)).toHaveLength(1);
});

test("who only looks is not, nor a visitor where the database has no copies", async () => {
  for (const method of ["GET", "HEAD"])
    for (const variables of [{}, REPLICAS])
      expect(await ask(method, MEMBER, variables)).toEqual([]);
  expect(await ask("POST", null)).toEqual([]);
  expect(await ask("POST", null, REPLICAS)).toHaveLength(1);
});
