import pg from "pg";

/** Where the database is by now: the site's own may come back on another port. */
export type DatabaseAddress = () => string;

/**
 * Connections of a pool, each to where the database is when it is opened. One that is cut between two
 * queries of a transaction says so with an event that nobody would listen to, which ends a process.
 */
export function clientAt(address: DatabaseAddress): new (config?: pg.ClientConfig) => pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: address() });
      this.on("error", () => {});
    }
  };
}
