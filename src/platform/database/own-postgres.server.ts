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

/** Why the embedded PostgreSQL cannot run, as a sentence for the operator. */
export class OwnPostgresRefusal extends Error {
  override name = "OwnPostgresRefusal";
}

/**
 * Starts the PostgreSQL of a DATA_DIR, which the caller has locked; for a site without
 * `DATABASE_URL`. `durable: false` is for tests.
 * @throws {OwnPostgresRefusal} if this system or this version cannot run it
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

/** Whether a DATA_DIR contains a database, running or not. */
export function hasOwnPostgres(dataDirectory: string): boolean {
  return findClusterHome(dataDirectory) !== undefined;
}

/** The address of a DATA_DIR's database if a site has it running; otherwise undefined. */
export function findOwnPostgres(dataDirectory: string): Promise<string | undefined> {
  return findEmbeddedPostgres({ dataDirectory, name: NAME });
}

let failedStarts = 0;

/** How often the embedded PostgreSQL has failed to restart; 0 while it runs. */
export function countFailedStarts(): number {
  return failedStarts;
}

/** Sets the count in a process that was told it by another. */
export function noteFailedStarts(count: number): void {
  failedStarts = count;
}

/** From now on the server is restarted whenever it ends by itself; the log records it. */
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
