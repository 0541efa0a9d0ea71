import { m } from "#messages/messages.js";
import { PrintedLetter } from "#pages/staff/printed-letter.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/request-letter.page.ts";
import { loadLetter } from "./request.server.ts";

export function loader(args: Route.LoaderArgs) {
  return loadLetter(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.privacy_request_letter(), isPrivate: true });

/** The answer to a privacy request, in the person's language, to print. */
export default function RequestLetterPage({ loaderData: { id, letter } }: Route.ComponentProps) {
  return <PrintedLetter letter={letter} back={paths.staffRequest(id)} />;
}
