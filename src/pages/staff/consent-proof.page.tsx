import { Printer } from "lucide-react";
import { data } from "react-router";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { provesWords } from "#domain/lead/consents.server.ts";
import { findLead } from "#domain/lead/lead-queries.server.ts";
import { channelWord, formatLeadName, languageWord, purposeWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { privateHeaders, requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { command } from "#ui/command.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { formatDateTime } from "#values/format.ts";
import { languageTag } from "#values/locale.ts";
import type { Route } from "./+types/consent-proof.page.ts";

/** One consent as it was given, with the proof that its text is the one that was shown. */
type ConsentProof = {
  id: string;
  purpose: string;
  text: string;
  lang: "en" | "fr";
  /** Names and values, in display order. */
  facts: readonly (readonly [string, string])[];
  /** The text still has the hash that was stored with it. */
  isIntact: boolean;
};

export async function loader(args: Pick<Route.LoaderArgs, "request" | "context" | "params">) {
  const { user, visitor } = requirePermission(args, "seeLeads");
  const { locale } = visitor;
  const found = await findLead(args.params.reference);
  if (!found) throw data({ code: "no_such_lead" }, { status: 404 });
  const { lead } = found;
  const on = { kind: "lead", id: lead.reference } as const;
  await recordAct({ by: toActor(user), action: "lead_viewed", on });
  const name = formatLeadName(lead, locale);
  const proofs = found.consents.map((consent): ConsentProof => {
    const { id, purpose, text, textSha256, textVersion, channel, givenAt, withdrawnAt } = consent;
    const word = (message: typeof m.consent_proof_who) => message({}, { locale });
    return {
      id,
      purpose: purposeWord(purpose, locale),
      text,
      lang: consent.locale === "fr" ? "fr" : "en",
      isIntact: provesWords(consent),
      facts: [
        [word(m.consent_proof_who), name],
        [word(m.consent_proof_reference), lead.reference],
        [word(m.consent_proof_given), formatDateTime(givenAt, locale)],
        [
          word(m.consent_proof_withdrawn),
          withdrawnAt ? formatDateTime(withdrawnAt, locale) : word(m.consent_proof_stands),
        ],
        [word(m.consent_proof_language), languageWord(consent.locale, locale)],
        [word(m.consent_proof_version), String(textVersion)],
        [word(m.consent_proof_channel), channelWord(channel, locale)],
        ["SHA-256", textSha256],
      ],
    };
  });
  return { reference: lead.reference, proofs };
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.consent_proof_title(), isPrivate: true });

/** Proves each consent of a lead: one printed sheet per consent. */
export default function ConsentProofPage({ loaderData }: Route.ComponentProps) {
  const { reference, proofs } = loaderData;
  const isHydrated = useHydrated();
  return (
    <div className="stack max-w-190">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <h1 className="text-h2">{m.consent_proof_title()}</h1>
        <div className="flex gap-3">
          <Link className="button button--ghost" to={paths.lead(reference)}>
            {m.consent_proof_back()}
          </Link>
          {isHydrated && proofs.length > 0 && (
            <Button {...command("print")}>
              <Printer className="icon" aria-hidden /> {m.form_journey_print()}
            </Button>
          )}
        </div>
      </div>
      {proofs.length === 0 && <p className="muted">{m.staff_consents_none()}</p>}
      {proofs.map((proof) => (
        <Proof key={proof.id} proof={proof} />
      ))}
    </div>
  );
}

function Proof({ proof: { id, purpose, text, lang, facts, isIntact } }: { proof: ConsentProof }) {
  return (
    <article className="card p-6 break-after-page last:break-after-auto" aria-labelledby={id}>
      <h2 id={id} className="text-h3">
        {m.consent_proof_of({ purpose })}
      </h2>
      <blockquote
        className="my-4 border-l-3 border-border pl-4 whitespace-pre-line"
        lang={languageTag[lang]}
      >
        {text}
      </blockquote>
      <dl className="small grid gap-2">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-border pt-2">
            <dt className="muted">{name}</dt>
            <dd className="figures text-right font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className={isIntact ? "notice notice--ok mt-4" : "notice notice--bad mt-4"}>
        {isIntact ? m.consent_proof_intact() : m.consent_proof_changed()}
      </p>
    </article>
  );
}
