import {
  CannotRun,
  type EmbeddedPostgres,
  findClusterHome,
  findEmbeddedPostgres,
  type ServerNews,
  startEmbeddedPostgres,
} from "#packages/embedded-postgres";
import { log } from "#platform/log/log.server.ts";

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
  connections?: number;
  programs?: string | undefined;
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

let failedStarts = 0;

/** How often the site's own PostgreSQL has failed to start again; 0 while it runs. */
export function countFailedStarts(): number {
  return failedStarts;
}

/** In a process that another one told of it. */
export function noteFailedStarts(count: number): void {
  failedStarts = count;
}

/** From now on it is started again whenever it ends by itself, which the log tells. */
export function superviseOwnPostgres(
  postgres: EmbeddedPostgres,
  onNews: () => void = () => {},
): void {
  postgres.supervise((news) => {
    failedStarts = news.state === "not started" ? news.attempts : 0;
    logNews(news);
    onNews();
  });
}

function logNews(news: ServerNews): void {
  if (news.state === "gone")
    log.error("the database server has ended by itself: starting it again");
  else if (news.state === "running")
    log.warn("the database server runs again", { durationMs: news.awayMs });
  else {
    const { attempts: count, pauseMs: durationMs, error } = news;
    const code = /no space left on device/i.test(error.message) ? "disk_full" : "see postgres.log";
    log.error("the database server does not start: trying again", { count, durationMs, code });
  }
}
