import { FileCheck2 } from "lucide-react";
import { m } from "#messages/messages.js";
import { type Locale, languageTag } from "#values/locale.ts";
import { CachedHtml } from "#ui/cached-html.tsx";
import type { DeclaredView } from "./declared-view.server.ts";

/**
 * The seller's declaration about the car, one line per fact; also the facts that were not declared.
 */
export function DeclaredCard({
  declared,
  sellerLocale,
}: {
  declared: readonly DeclaredView[];
  /** The language of the seller's own words. */
  sellerLocale: Locale;
}) {
  return (
    <section className="declared-card card" aria-labelledby="declared">
      <h2 id="declared">
        <FileCheck2 className="icon size-6" aria-hidden />
        {m.declared_title()}
      </h2>
      <p className="small muted">{m.declared_lead()}</p>
      <CachedHtml as="dl" of={DeclaredLines} props={{ declared, sellerLocale }} />
    </section>
  );
}

function DeclaredLines({ declared, sellerLocale }: Parameters<typeof DeclaredCard>[0]) {
  return declared.map(({ fact, name, value, isDeclared, isUnfavourable, details, notes }) => (
    <div key={fact}>
      <dt>{name}</dt>
      <dd
        className={isDeclared ? (isUnfavourable ? "declared-card__against" : undefined) : "muted"}
      >
        {value}
        {details && <small lang={languageTag[sellerLocale]}>{details}</small>}
        {notes.map((note) => (
          <small key={note}>{note}</small>
        ))}
      </dd>
    </div>
  ));
}
