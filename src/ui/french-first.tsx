import type { ReactNode } from "react";
import { m } from "#messages/messages.js";
import { languageTag } from "#values/locale.ts";

/**
 * A contract's text in French, above the English one of an English page, with a link to continue in
 * French.
 */
export function FrenchFirst({ href, children }: { href: string; children: ReactNode }) {
  return (
    <>
      <p className="mt-5 font-semibold">{m.french_first_title()}</p>
      <blockquote className="mt-2 border-l-3 border-border pl-4" lang={languageTag.fr}>
        {children}
        <p className="mt-2">
          <a className="link" href={href}>
            {m.french_first_switch()}
          </a>
        </p>
      </blockquote>
    </>
  );
}
