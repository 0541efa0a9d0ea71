import { useSearchParams } from "react-router";
import type { LetterKind } from "#domain/incident/incident.ts";
import { m } from "#messages/messages.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { Route } from "./+types/incident.page.ts";
import { incidentPage, type IncidentView } from "./incident.server.ts";
import { IncidentChips } from "./incident-chips.tsx";

export const loader = incidentPage.loader;
export const action = incidentPage.action;

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: args.loaderData?.incident?.title ?? m.incident_new(), isPrivate: true });

/** One incident: who must be notified, the letters to them, and all its facts. */
export default function IncidentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { incident, view, presses } = loaderData;
  const [query] = useSearchParams();
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <Link className="small" to={paths.staffIncidents()}>
          {m.incident_back()}
        </Link>
        <div className="mt-2 flex flex-wrap items-center gap-4">
          <h1 className="text-page-title wrap-anywhere">{incident?.title ?? m.incident_new()}</h1>
          {incident && <IncidentChips {...incident} />}
        </div>
      </div>
      {query.get("done") === "saved" && !actionData && (
        <p className="notice notice--ok" role="status">
          {m.incident_saved()}
        </p>
      )}
      {incident && <Duties incident={incident} />}
      {incident && <Letters incident={incident} />}
      <PageForm
        view={latestView(actionData, view)}
        press={presses.incident}
        submit={m.incident_save()}
        variant="dark"
      />
    </div>
  );
}

const DUTIES: Record<LetterKind, () => string> = {
  opc: m.incident_duty_opc,
  cai: m.incident_duty_cai,
  people: m.incident_duty_people,
};

function Duties({ incident: { risk, duties, hasAlberta } }: { incident: IncidentView }) {
  return (
    <section className="card p-6" aria-labelledby="duties">
      <h2 id="duties" className="text-h3">
        {m.incident_duties()}
      </h2>
      {risk === "not_assessed" && <p className="mt-2">{m.incident_duties_not_assessed()}</p>}
      {risk === "none" && <p className="mt-2">{m.incident_duties_none()}</p>}
      <ul className="divide-y divide-border">
        {duties.map(({ kind, told }) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 flex-1">{DUTIES[kind]()}</span>
            <span className={`chip ${told ? "chip--ok" : "chip--bad"}`}>
              {told ?? m.incident_untold()}
            </span>
          </li>
        ))}
      </ul>
      {risk === "real" && <p className="small muted">{m.incident_others()}</p>}
      {hasAlberta && <p className="notice notice--warn mt-4">{m.incident_alberta()}</p>}
    </section>
  );
}

const LETTERS: Record<LetterKind, () => string> = {
  opc: m.incident_letter_opc,
  cai: m.incident_letter_cai,
  people: m.incident_letter_people,
};

function Letters({ incident: { id, letters } }: { incident: IncidentView }) {
  return (
    <section className="card p-6" aria-labelledby="letters">
      <h2 id="letters" className="text-h3">
        {m.incident_letters()}
      </h2>
      <p className="muted mt-2">{m.incident_letters_text()}</p>
      <ul className="divide-y divide-border">
        {letters.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span aria-hidden>{LETTERS[kind]()}</span>
            <span className="flex gap-4">
              {(["en", "fr"] as const).map((language) => (
                <Link key={language} to={paths.staffIncidentLetter(id, kind, language)}>
                  <span className="sr-only">{LETTERS[kind]()}, </span>
                  {language === "en" ? m.incident_letter_en() : m.incident_letter_fr()}
                </Link>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
