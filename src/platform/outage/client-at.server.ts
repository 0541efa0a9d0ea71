import pg from "pg";

/** The current URL of the database. The embedded one may restart on another port. */
export type DatabaseAddress = () => string;

/** The connections that are open or being opened, with their URLs. */
const clients = new Map<pg.Client, string>();

/**
 * Closes the connections to a host that no longer accepts writes. They are opened again at the one
 * that does.
 */
export function cutClientsElsewhere(address: string): void {
  for (const [client, at] of clients) if (at !== address) client.connection.stream.destroy();
}

/**
 * A client class for a pool; each connection goes to the current URL of the database. A connection
 * that is cut between two queries of a transaction emits an error event, which would end the
 * process if nothing listened to it.
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
