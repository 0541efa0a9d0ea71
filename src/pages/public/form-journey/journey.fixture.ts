import { randomUUID } from "node:crypto";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";

/** What a loader or an action returned, or threw. */
type PageResult<Page> = {
  status: number;
  location: string | null;
  retryAfter?: string;
  page: Page | null;
};

type PageData<Page> = { data: Page; init: ResponseInit | null };

/** Calls a page's server function as a browser's request does. */
export async function resultOf<Page>(
  call: () => Promise<PageData<Page>>,
): Promise<PageResult<Page>> {
  try {
    const { data, init } = await call();
    const retryAfter = new Headers(init?.headers).get("retry-after");
    const response = { status: init?.status ?? 200, location: null, page: data };
    return retryAfter === null ? response : { ...response, retryAfter };
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

/** A browser with its own visitor cookie. */
export function browser(seen: Partial<Visitor> = {}) {
  const visitor = { visitorHash: randomUUID(), ...seen };
  const context = makeContext(visitor);
  const request = (path: string, init?: RequestInit) =>
    new Request(new URL(path, "http://site.test"), init);
  return {
    context,
    /** A new context, as the server creates one per request. */
    anotherRequest: () => makeContext(visitor),
    get: (path: string) => request(path),
    post: (path: string, fields: Fields, headers: Fields = {}) =>
      request(path, { method: "POST", body: new URLSearchParams(fields), headers }),
  };
}
