import pg from "pg";

/**
 * How many connections are held in a transaction while another is checked: a pooler may have that
 * many server connections to give out.
 */
const HELD_CONNECTIONS = 3;
const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * Whether there is a pooler before the database that assigns each transaction to any of its server
 * connections (PgBouncer's transaction mode): session state is lost there, or mixed with another
 * client's. It shows by a client that is served by another server process than before, or by the
 * one that served another client.
 * @throws if the database does not respond or refuses the role
 */
export async function isPooledByTransaction(url: string): Promise<boolean> {
  const clients = Array.from({ length: 1 + HELD_CONNECTIONS }, () => makeClient(url));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const [requested, ...holders] = clients;
    for (const holder of holders) {
      const before = await findServerProcess(requested);
      await holder.query("begin");
      // The holder is asked first: with a pooler of a single connection the other client would wait
      // for it.
      if ((await findServerProcess(holder)) === before) return true;
      if ((await findServerProcess(requested)) !== before) return true;
    }
    return false;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

function makeClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    query_timeout: RESPONSE_TIMEOUT_MS,
  });
  // A connection that ends is reported by the query that fails.
  return client.on("error", () => {});
}

async function findServerProcess(client: pg.Client | undefined): Promise<number | undefined> {
  const result = await client?.query<{ pid: number }>("select pg_backend_pid() as pid");
  return result?.rows[0]?.pid;
}
