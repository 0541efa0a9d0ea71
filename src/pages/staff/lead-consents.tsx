import { m } from "#messages/messages.js";
import { languageTag } from "#values/locale.ts";
import type { ConsentView } from "./lead-view.server.ts";

/** What the person agreed to, in the very words they saw. */
export function LeadConsents({ consents }: { consents: ConsentView[] }) {
  if (consents.length === 0) return <p className="small muted">{m.staff_consents_none()}</p>;
  return (
    <ul className="grid gap-4">
      {consents.map((consent) => (
        <li key={consent.id}>
          <b className="text-[15px]">{consent.purpose}</b>
          <blockquote
            className="small my-1 border-l-3 border-border pl-3"
            lang={languageTag[consent.lang === "fr" ? "fr" : "en"]}
          >
            {consent.text}
          </blockquote>
          <p className="xs muted num">{consent.given}</p>
          {consent.withdrawn && <p className="xs text-destructive">{consent.withdrawn}</p>}
        </li>
      ))}
    </ul>
  );
}
