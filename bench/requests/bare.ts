// What a request cannot do without: a bare Hono handler that reads the same row with one prepared
// statement, or says the same bytes again. Started by requests.ts; it listens on a free port.
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
/** As much as the page beside it sends, already compressed. */
const page = Buffer.alloc(Number(process.env.PAGE_BYTES), "page");

const app = new Hono()
  .get("/row/:id", async (context) => {
    const { rows } = await pool.query({
      name: "row",
      text: "select * from listing where id = $1 and state in ('live', 'sold')",
      values: [context.req.param("id")],
    });
    return rows[0] ? context.json(rows[0]) : context.json({ error: "not_found" }, 404);
  })
  .get("/page", () => new Response(page, { headers: { "content-type": "text/html" } }));

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`ready http://127.0.0.1:${address?.port}`);
});
