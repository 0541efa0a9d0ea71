// The minimum cost of a request: a bare Hono handler that reads the same row with one prepared
// statement, or sends the same bytes again, or lets only the framework render an equal amount of
// HTML. Started by requests.ts; it listens on a free port.
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import pg from "pg";
import { renderWithFramework } from "./framework.ts";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
/** The same number of bytes as the compared page, already compressed. */
let page = Buffer.alloc(0);
let render: (request: Request) => Response | Promise<Response> = () => new Response();

const app = new Hono()
  .get("/row/:id", async (context) => {
    const { rows } = await pool.query({
      name: "row",
      text: "select * from listing where id = $1 and state in ('live', 'sold')",
      values: [context.req.param("id")],
    });
    return rows[0] ? context.json(rows[0]) : context.json({ error: "not_found" }, 404);
  })
  .post("/bytes", async (context) => {
    page = Buffer.from(await context.req.arrayBuffer());
    return context.body(null, 204);
  })
  .get("/bytes", () => new Response(page, { headers: { "content-type": "text/html" } }))
  .post("/framework", async (context) => {
    render = renderWithFramework(await context.req.text());
    return context.body(null, 204);
  })
  .get("/", (context) => render(context.req.raw));

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") console.log(`ready http://127.0.0.1:${address?.port}`);
});
