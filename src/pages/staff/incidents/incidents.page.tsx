import { findRetentionEnd } from "#domain/incident/incident.ts";
import { listIncidents } from "#domain/incident/incidents.server.ts";
import type { Incident } from "#domain/incident/incident.table.ts";
import { may } from "#domain/identity/permission.ts";
import { m } from "#messages/messages.js";
import { requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { Route } from "./+types/incidents.page.ts";
import { IncidentChips } from "./incident-chips.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { user, visitor } = requirePermission(args, "seeIncidents");
  const { locale } = visitor;
  const rows = (await listIncidents()).map((incident) => viewRow(incident, locale));
  return {
    open: rows.filter(({ isOpen }) => isOpen),
    closed: rows.filter(({ isOpen }) => !isOpen),
    mayRecord: may(user, "recordIncidents"),
    kept: {
      months: site.retention.incidentMonths,
      years: site.retention.incidentQuebecMonths / 12,
    },
  };
}

function viewRow(incident: Incident, locale: Locale) {
  const { id, title, risk, noticedOn, closedOn } = incident;
  const until = findRetentionEnd(incident);
  return {
    id,
    title,
    risk,
    isOpen: closedOn === null,
    noticed: m.incident_noticed({ date: formatDate(noticedOn, locale) }),
    closed:
      closedOn &&
      until &&
      m.incident_closed({
        date: formatDate(closedOn, locale),
        until: formatDate(until, locale),
      }),
  };
}

type Row = ReturnType<typeof viewRow>;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.incident_title(), isPrivate: true });

/** The register of incidents: the open ones, then the closed ones. */
export default function IncidentsPage({
  loaderData: { open, closed, mayRecord, kept },
}: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.incident_title()}</h1>
        <p className="muted mt-2">{m.incident_text()}</p>
        <p className="muted mt-2">{m.incident_kept(kept)}</p>
        {mayRecord && (
          <p className="mt-4">
            <Link className={buttonClass({ variant: "dark" })} to={paths.newStaffIncident()}>
              {m.incident_new()}
            </Link>
          </p>
        )}
      </div>
      {open.length + closed.length === 0 && (
        <EmptyState title={m.incident_none_title()}>
          <p>{m.incident_none_text()}</p>
        </EmptyState>
      )}
      {open.length > 0 && <Incidents id="open" title={m.incident_open_title()} rows={open} />}
      {closed.length > 0 && (
        <Incidents id="closed" title={m.incident_closed_title()} rows={closed} />
      )}
    </div>
  );
}

function Incidents({ id, title, rows }: { id: string; title: string; rows: readonly Row[] }) {
  return (
    <section className="card px-6 py-4" aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <ul className="divide-y divide-border">
        {rows.map((row) => (
          <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <Link className="font-bold wrap-anywhere" to={paths.staffIncident(row.id)}>
                {row.title}
              </Link>
              <span className="small muted block">{row.noticed}</span>
              {row.closed && <span className="small muted block">{row.closed}</span>}
            </div>
            <IncidentChips {...row} />
          </li>
        ))}
      </ul>
    </section>
  );
}
