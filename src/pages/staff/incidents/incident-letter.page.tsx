import { m } from "#messages/messages.js";
import { PrintedLetter } from "#pages/staff/printed-letter.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/incident-letter.page.ts";
import { loadIncidentLetter } from "./incident.server.ts";

export function loader(args: Route.LoaderArgs) {
  return loadIncidentLetter(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.loaderData?.letter.subject ?? m.incident_title(), isPrivate: true });

/** The register's facts of an incident as a letter to print, in either language. */
export default function IncidentLetterPage({ loaderData: { id, letter } }: Route.ComponentProps) {
  return <PrintedLetter letter={letter} back={paths.staffIncident(id)} />;
}
