import type { ReactNode } from "react";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { formHandlers } from "#domain/lead-forms.server.ts";
import { kindOf } from "#forms/questions/kinds.ts";
import { paraglideMiddleware } from "#messages/server.js";
import type { SavedPost } from "#pages/public/layout/outage-page.tsx";
import { readPost } from "#platform/request/read-post.server.ts";
import { cookieNameAt } from "#values/cookies.ts";
import stylesheet from "../site.css?url";
import { renderBarePage } from "./bare-page.tsx";
import type { ServerEnv } from "./visitor.ts";

// If a form's page cannot respond to its post, the response is a page that holds what was typed, to
// be sent again.

export function isFormPost({ req }: Context<ServerEnv>): boolean {
  if (req.method !== "POST" || !wantsPage(req.raw)) return false;
  const type = req.header("content-type") ?? "";
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type);
}

/** Browsers accept HTML by name; the router's own fetches and programs do not. */
export function wantsPage(request: Request): boolean {
  const accept = request.headers.get("accept") ?? "";
  return accept.includes("text/html") && !new URL(request.url).pathname.endsWith(".data");
}

/**
 * Renders a page without a script, with what was sent; `copy` is the request if it was a form's
 * post.
 */
export async function renderWithPost(
  context: Context<ServerEnv>,
  copy: Request | null,
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  render: (post: SavedPost | null) => ReactNode,
): Promise<Response> {
  const { pathname, search } = new URL(context.req.url);
  const address = pathname + search;
  const post = copy && (await readSavedPost(copy, address));
  const theme = getCookie(context, cookieNameAt(context.get("forwarded")?.origin ?? "", "theme"));
  const html = await paraglideMiddleware(
    context.req.raw,
    () => new Response(renderBarePage({ address, stylesheet, theme, children: render(post) })),
  );
  return new Response(html.body, {
    status,
    headers: { ...headers, "content-type": "text/html; charset=utf-8" },
  });
}

/** Passwords and codes of the forms that create no lead. */
const SECRET_NAMES = /passw|secret|token|(?<!postal)code$/i;

/** Answers that are stored sealed, by the names of their controls. */
const unsavedNames = new Set(
  formHandlers
    .flatMap(({ form }) => form.steps)
    .flatMap(({ questions }) => questions)
    .filter(({ sealed }) => sealed === true)
    .flatMap((question) => kindOf(question).controls(question)),
);

/**
 * What was typed, without what must not be written into a page; null if it is not the post of a
 * form.
 */
async function readSavedPost(copy: Request, action: string): Promise<SavedPost | null> {
  const post = await readPost(copy);
  if (!post.ok) return null;
  const saved = [...post.fields].filter(
    ([name]) => !unsavedNames.has(name) && !SECRET_NAMES.test(name),
  );
  return {
    action,
    fields: saved.flatMap(([name, values]) => values.map((value) => [name, value] as const)),
    isPartial: post.files.size > 0 || saved.length < post.fields.size,
  };
}
