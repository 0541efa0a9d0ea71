import { purposeWord } from "#domain/lead/lead-words.ts";
import { describePurposes, listClasses } from "#domain/processing/describe-processing.ts";
import { listInstalled } from "#domain/processing/recipients.server.ts";
import {
  listVariables,
  type Recipient,
  type RecipientName,
  RECIPIENTS,
} from "#domain/processing/recipients.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { m } from "#messages/messages.js";
import { requirePermission } from "#pages/session/guards.server.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { nameClasses } from "#values/data-class-label.ts";
import type { FurtherClass } from "#values/data-class.ts";
import type { Locale } from "#values/locale.ts";
import { listKeys } from "#values/record.ts";
import type { Route } from "./+types/processing.page.ts";

type Row = {
  name: RecipientName;
  who: string;
  why: string;
  classes: string;
  /** The environment variables that install it, and the consent that it needs. */
  needs: readonly string[];
};

export async function loader(args: Route.LoaderArgs) {
  const { visitor } = requirePermission(args, "seeProcessing");
  const { locale } = visitor;
  const { leadMailAlso } = await readSettings();
  const installed = listInstalled();
  const rows = listKeys(RECIPIENTS).map((name) => viewRow(name, leadMailAlso, locale));
  return {
    installed: rows.filter(({ name }) => installed.includes(name)),
    others: rows.filter(({ name }) => !installed.includes(name)),
    purposes: describePurposes(locale),
  };
}

function viewRow(name: RecipientName, further: readonly FurtherClass[], locale: Locale): Row {
  const { who, why, consent }: Recipient = RECIPIENTS[name];
  const names = listVariables(name).join(", ");
  return {
    name,
    who: who({}, { locale }),
    why: why({}, { locale }),
    classes: nameClasses(listClasses(name, further), locale),
    needs: [
      ...(consent
        ? [m.processing_by_consent({ purpose: purposeWord(consent, locale) }, { locale })]
        : []),
      ...(names ? [m.processing_by({ names }, { locale })] : []),
    ],
  };
}

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.processing_title(), isPrivate: true });

/** The record of processing of this installation. */
export default function ProcessingPage({ loaderData }: Route.ComponentProps) {
  const { installed, others, purposes } = loaderData;
  return (
    <div className="mx-auto grid w-full max-w-form gap-6 p-4 sm:p-8">
      <div>
        <h1 className="text-page-title">{m.processing_title()}</h1>
        <p className="muted mt-2">{m.processing_text()}</p>
      </div>
      <Rows id="installed" title={m.processing_installed()} rows={installed} />
      {others.length > 0 && <Rows id="others" title={m.processing_not_installed()} rows={others} />}
      <section className="card p-6" aria-labelledby="purposes">
        <h2 id="purposes" className="text-h3">
          {m.processing_purposes()}
        </h2>
        <ul className="mt-3 grid list-disc gap-2 pl-5">
          {purposes.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Rows({ id, title, rows }: { id: string; title: string; rows: readonly Row[] }) {
  return (
    <section className="card p-6" aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      <ul className="divide-y divide-border">
        {rows.map(({ name, who, why, classes, needs }) => (
          <li key={name} className="grid gap-1 py-4">
            <b>{who}</b>
            <p>{classes}</p>
            <p className="small muted">{why}</p>
            {needs.map((need) => (
              <p key={need} className="small muted wrap-anywhere">
                {need}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
