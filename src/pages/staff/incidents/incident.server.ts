import { data } from "react-router";
import {
  concernsQuebec,
  findNotificationDay,
  isLetterKind,
  LETTERS,
  type LetterKind,
  listDuties,
} from "#domain/incident/incident.ts";
import { incidentForm, readIncident, toAnswers } from "#domain/incident/incident.form.ts";
import { draftIncidentLetter } from "#domain/incident/incident-letter.ts";
import { findIncident, saveIncident } from "#domain/incident/incidents.server.ts";
import type { Incident } from "#domain/incident/incident.table.ts";
import { m } from "#messages/messages.js";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { type Member, type PageArgs, requirePermission } from "#pages/session/guards.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate } from "#values/format.ts";
import { type Locale, LOCALES } from "#values/locale.ts";

/** In place of an id: the form of an incident that is not stored yet. */
const NEW = "new";

type Args = PageArgs & { params: { id: string } };

async function requireIncident(id: string): Promise<Incident> {
  const found = await findIncident(id);
  if (!found) throw data({ message: m.incident_gone() }, { status: 404 });
  return found;
}

/**
 * One incident, with the bodies and people that the law requires us to notify and the letters to
 * them, or the form of a new one.
 */
async function loadIncident(args: Args, { visitor }: Member) {
  const { locale } = visitor;
  if (args.params.id === NEW) {
    requirePermission(args, "recordIncidents");
    const input = { language: locale, noticedOn: today() };
    const view = showForm(incidentForm, visitor, { ...input, ...NOT_KNOWN });
    return { incident: null, view };
  }
  const incident = await requireIncident(args.params.id);
  const { id, title, risk, closedOn, provinces } = incident;
  return {
    incident: {
      id,
      title,
      risk,
      isOpen: closedOn === null,
      duties: listDuties(incident).map((kind) => viewDuty(incident, kind, locale)),
      hasAlberta: risk === "real" && provinces.includes("AB"),
      letters: LETTERS.filter((kind) => kind !== "cai" || concernsQuebec(incident)),
    },
    view: showForm(incidentForm, visitor, toAnswers(incident)),
  };
}

const NOT_KNOWN = { period: "exact", count: "approximate", risk: "not_assessed" } as const;

export type IncidentView = NonNullable<Awaited<ReturnType<typeof loadIncident>>["incident"]>;

function viewDuty(incident: Incident, kind: LetterKind, locale: Locale) {
  const day = findNotificationDay(incident, kind);
  return { kind, told: day && m.incident_told({ date: formatDate(day, locale) }) };
}

export const incidentPage = definePage({
  address: "/staff/incidents/:id",
  read: "seeIncidents",
  load: loadIncident,
  find: async ({ params }: Args) =>
    params.id === NEW ? null : (await requireIncident(params.id)).id,
  commands: defineCommands<PageSubject<string | null>>()({
    incident: {
      may: "recordIncidents",
      run: ({ post }, { by, of: id }) =>
        handleForm(incidentForm, post, async (answers): Promise<Outcome> => {
          const saved = await saveIncident(by, id, readIncident(answers));
          if (saved.ok)
            return { ok: true, redirectTo: `${hrefIn(paths.staffIncident(saved.id))}?done=saved` };
          switch (saved.code) {
            case "contradicts":
              return { ok: false, fieldErrors: saved.problems };
            case "not_found":
              return { ok: false, message: m.incident_gone(), status: 404 };
            case "not_permitted":
              throw data({ code: saved.code }, { status: 403 });
          }
        }),
    },
  }),
});

/** The current draft of a letter, in either language, for print. */
export async function loadIncidentLetter(
  args: PageArgs & { params: { id: string; letter: string } },
) {
  const { visitor } = requirePermission(args, "seeIncidents");
  const { id, letter: kind } = args.params;
  const incident = await requireIncident(id);
  if (!isLetterKind(kind)) throw data({ code: "no_such_letter" }, { status: 404 });
  const requested = new URL(args.request.url).searchParams.get("in");
  const locale = LOCALES.find((each) => each === requested) ?? visitor.locale;
  const draft = draftIncidentLetter(incident, kind, locale);
  return { id, letter: { locale, date: formatDate(today(), locale), ...draft } };
}
