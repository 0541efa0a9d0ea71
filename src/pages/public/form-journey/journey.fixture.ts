import { randomUUID } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SITE_ORIGIN } from "#domain/notification/notification.fixture.ts";
import { configureMessages } from "#domain/notification/send.server.ts";
import { startSenders } from "#domain/notification/senders.server.ts";
import { messageOwners } from "#server/message-owners.ts";
import { closeDatabase, connectDatabase } from "#platform/database/database.server.ts";
import { testDatabase } from "#platform/database/test-database.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { contextOf } from "#platform/request/visitor.fixture.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { startVault } from "#platform/vault/vault.server.ts";

/** All that a form's posts stand on, on a database of its own; demo mode, so messages stay here. */
export async function startJourneys(): Promise<() => Promise<void>> {
  const database = await testDatabase();
  connectDatabase(database.url);
  const read = readEnv({ DATA_DIR: await mkdtemp(join(tmpdir(), "journey-")), DEMO: "1" });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
  await startVault(read.env);
  startSenders(read.env);
  configureMessages(SITE_ORIGIN, messageOwners(SITE_ORIGIN));
  return async () => {
    await closeDatabase();
    await database.drop();
  };
}

/** What a loader or an action gave, or threw as routers do. */
export type Answered<Page> = {
  status: number;
  location: string | null;
  retryAfter?: string;
  page: Page | null;
};

type PageData<Page> = { data: Page; init: ResponseInit | null };

/** Calls a page's server function as a browser's request would. */
export async function answered<Page>(call: () => Promise<PageData<Page>>): Promise<Answered<Page>> {
  try {
    const { data, init } = await call();
    const retryAfter = new Headers(init?.headers).get("retry-after");
    const answer = { status: init?.status ?? 200, location: null, page: data };
    return retryAfter === null ? answer : { ...answer, retryAfter };
  } catch (thrown) {
    if (thrown instanceof Response) {
      return { status: thrown.status, location: thrown.headers.get("location"), page: null };
    }
    if (isPageData(thrown)) {
      return { status: thrown.init?.status ?? 200, location: null, page: null };
    }
    throw thrown;
  }
}

function isPageData(thrown: unknown): thrown is PageData<unknown> {
  return typeof thrown === "object" && thrown !== null && "init" in thrown;
}

type Fields = Readonly<Record<string, string>>;

/** A browser with a cookie of its own. */
export function browser(seen: Partial<Visitor> = {}) {
  const context = contextOf({ visitorHash: randomUUID(), ...seen });
  const request = (path: string, init?: RequestInit) =>
    new Request(new URL(path, "http://site.test"), init);
  return {
    context,
    get: (path: string) => request(path),
    post: (path: string, fields: Fields, headers: Fields = {}) =>
      request(path, { method: "POST", body: new URLSearchParams(fields), headers }),
  };
}
