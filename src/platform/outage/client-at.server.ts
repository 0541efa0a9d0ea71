import pg from "pg";

/** Where the database is by now: the site's own may come back on another port. */
export type DatabaseAddress = () => string;

/** Connections that are open, or being opened, and to where. */
const clients = new Map<pg.Client, string>();

/** Cuts what is connected to a host that takes no writes any more: it is opened again where one does. */
export function cutClientsElsewhere(address: string): void {
  for (const [client, at] of clients) if (at !== address) client.connection.stream.destroy();
}

/**
 * Connections of a pool, each to where the database is when it is opened. One that is cut between two
 * queries of a transaction says so with an event that nobody would listen to, which ends a process.
 */
export function clientAt(address: DatabaseAddress): new (config?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      const at = address();
      super({ ...config, connectionString: at });
      this.on("error", () => {});
      clients.set(this, at);
      this.on("end", () => clients.delete(this));
    }
  };
}
