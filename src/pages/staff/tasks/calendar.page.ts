import type { Route } from "./+types/calendar.page.ts";
import { readFeed } from "#domain/task/calendar-feed.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";

/** Somebody's tasks for a calendar program, which cannot sign in: its address is the key. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { origin } = readVisitor({ context });
  const calendar = await readFeed(params.key.replace(/\.ics$/, ""), origin);
  const headers = { "cache-control": "no-store", "x-robots-tag": "noindex" };
  if (calendar === null) return new Response(null, { status: 404, headers });
  return new Response(calendar, {
    headers: { ...headers, "content-type": "text/calendar; charset=utf-8" },
  });
}
