// The minimum cost of a durable write behind HTTP: a bare Hono handler with a pool of ten
// connections that sends the same statements as pgbench, in one transaction. Started by writes.ts
// with the file of statements; it listens on a free port.
import { readFileSync } from "node:fs";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const statements: Record<string, string[]> = JSON.parse(
  readFileSync(process.env.STATEMENTS ?? "", "utf8"),
);

const app = new Hono().post("/:write/:person", async (context) => {
  const write = context.req.param("write");
  await context.req.text();
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const [position, text] of (statements[write] ?? []).entries()) {
      const values = text.includes("$1") ? [context.req.param("person")] : [];
      await client.query({ name: `${write} ${position}`, text, values });
    }
    await client.query("commit");
  } finally {
    client.release();
  }
  return context.json({ result: "success" });
});

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`ready http://127.0.0.1:${address?.port}`);
});
