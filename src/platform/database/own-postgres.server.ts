import {
  CannotRun,
  type EmbeddedPostgres,
  findClusterHome,
  findEmbeddedPostgres,
  startEmbeddedPostgres,
} from "#packages/embedded-postgres";

/** The superuser of the site's own PostgreSQL and the name of its database. */
const NAME = "rouvia";

/** Why there is no PostgreSQL of our own, as a sentence for whoever starts it. */
export class OwnPostgresRefusal extends Error {
  override name = "OwnPostgresRefusal";
}

/**
 * Starts the PostgreSQL of a DATA_DIR, which the caller has locked; for a site without
 * `DATABASE_URL`. `durable: false` is for tests.
 * @throws {OwnPostgresRefusal} where this system or this version cannot run it
 */
export async function startOwnPostgres(options: {
  dataDirectory: string;
  log: (line: string) => void;
  durable?: boolean;
}): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ ...options, name: NAME });
  } catch (error) {
    if (!(error instanceof CannotRun)) throw error;
    throw new OwnPostgresRefusal(
      `${error.message} DATABASE_URL may name a PostgreSQL server instead.`,
      {
        cause: error,
      },
    );
  }
}

/** Whether a DATA_DIR holds a database of its own, running or not. */
export function hasOwnPostgres(dataDirectory: string): boolean {
  return findClusterHome(dataDirectory) !== undefined;
}

/** The address of a DATA_DIR's database where a site has it running; undefined where none has. */
export function findOwnPostgres(dataDirectory: string): Promise<string | undefined> {
  return findEmbeddedPostgres({ dataDirectory, name: NAME });
}
