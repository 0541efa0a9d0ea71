import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { LoaderFunctionArgs } from "react-router";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import routes from "#routes.ts";

export type FloorPage = { path: string; file: string };

/** Every page of the route table, so that a new page is in the table automatically. */
export function listPages(entries: readonly RouteConfigEntry[] = routes, above = ""): FloorPage[] {
  return entries.flatMap((entry) => {
    const path = [above, (entry.path ?? "").replace(/^fr\?\/?/, "")].filter(Boolean).join("/");
    return [{ path: `/${path}`, file: entry.file }, ...listPages(entry.children ?? [], path)];
  });
}

export const isStaffPage = ({ path }: FloorPage) => /^\/staff(\/|$)/.test(path);
export const isDealerRoom = ({ path }: FloorPage) => path.startsWith("/dealer/requests");

export type PageHandler = (args: LoaderFunctionArgs) => unknown;

const pages = import.meta.glob<Record<string, unknown>>("../**/*.page.{ts,tsx}");

/** Its loader as GET, its action as POST. */
export async function listHandlers({
  file,
}: FloorPage): Promise<[method: string, door: PageHandler][]> {
  const page = await pages[`../${file}`]?.();
  if (!page) throw new Error(`${file} was not found.`);
  return [
    ...("loader" in page ? [["GET", page.loader as PageHandler] as [string, PageHandler]] : []),
    ...("action" in page ? [["POST", page.action as PageHandler] as [string, PageHandler]] : []),
  ];
}

/** The response of a page's loader or action: the status of what it returned or threw. */
export async function knockAs(
  user: SignedInUser | null,
  handler: PageHandler,
  page: FloorPage,
  method: string,
  params: Record<string, string>,
  visitorHash = "0".repeat(64),
  fields: Record<string, string> = { form: "lead-note", seen: "new", status: "new" },
): Promise<string> {
  const path = page.path.replaceAll(/\/:(\w+)\??/g, (_, name: string) =>
    params[name] ? `/${params[name]}` : "",
  );
  const request = new Request(`http://site.test${path}`, {
    method,
    ...(method === "POST" ? { body: new URLSearchParams(fields) } : {}),
  });
  const context = makeContext({
    user,
    sessionId: user && `session of ${user.id}`,
    visitorHash,
  });
  const url = new URL(request.url);
  try {
    const result = await handler({
      request,
      params,
      context,
      url,
      pattern: `/fr?${page.path}`,
    });
    return readStatus(result);
  } catch (thrown) {
    // An Error that no page throws on purpose is a fault.
    if (thrown instanceof Error) return `fault: ${thrown.message}`;
    return readStatus(thrown);
  }
}

function readStatus(result: unknown): string {
  if (result instanceof Response) {
    const to = new URL(result.headers.get("location") ?? "", "http://site.test").pathname;
    return to === "/login" ? `${result.status} to sign in` : String(result.status);
  }
  if (typeof result !== "object" || result === null) return "200";
  const { init, type } = result as { init?: { status?: number }; type?: string };
  return type === "DataWithResponseInit" ? String(init?.status ?? 200) : "200";
}
