import pg from "pg";

/** How many connections are held while one is asked again: a pooler may have so many to give out. */
const HELD_CONNECTIONS = 3;
const RESPONSE_TIMEOUT_MS = 5_000;

/**
 * Whether a pooler stands before the database that hands each transaction to any of its connections
 * (PgBouncer's transaction mode): what belongs to a session is lost there, or somebody else's. A client
 * is then answered by another process of the server than before, or by the one that answered another.
 * @throws where the database does not answer or does not let the role in
 */
export async function isPooledByTransaction(url: string): Promise<boolean> {
  const clients = Array.from({ length: 1 + HELD_CONNECTIONS }, () => makeClient(url));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const [requested, ...holders] = clients;
    for (const holder of holders) {
      const before = await findServerProcess(requested);
      await holder.query("begin");
      // First of the holder: a pooler of a single connection would let the other one wait for it.
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
  // Its end is heard of by the query that it ends.
  return client.on("error", () => {});
}

async function findServerProcess(client: pg.Client | undefined): Promise<number | undefined> {
  const result = await client?.query<{ pid: number }>("select pg_backend_pid() as pid");
  return result?.rows[0]?.pid;
}
