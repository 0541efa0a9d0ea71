import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { FrenchFirst } from "#ui/french-first.tsx";
import { hrefIn } from "#ui/locale-href.ts";

/** Beside every button that opens an account. */
export function AcceptTerms() {
  return (
    <p className="small muted">
      {m.account_sign_up_terms()}{" "}
      <a className="link" href={hrefIn(paths.terms())}>
        {m.account_terms_link()}
      </a>
      {" · "}
      <a className="link" href={hrefIn(paths.privacy())}>
        {m.account_privacy_link()}
      </a>
    </p>
  );
}

/** The same in French, with the page in French. */
export type FrenchTerms = {
  text: string;
  links: readonly { words: string; href: string }[];
  href: string;
};

/** Shown above the form if the terms must be shown in French first. */
export function TermsInFrench({ french }: { french: FrenchTerms | null }) {
  if (!french) return null;
  return (
    <div className="mb-6">
      <FrenchFirst href={french.href}>
        <p>{french.text}</p>
        {french.links.map(({ words, href }) => (
          <p key={href} className="mt-2">
            <a className="link" href={href}>
              {words}
            </a>
          </p>
        ))}
      </FrenchFirst>
    </div>
  );
}
