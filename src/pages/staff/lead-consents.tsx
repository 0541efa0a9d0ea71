import { m } from "#messages/messages.js";
import { languageTag } from "#values/locale.ts";
import type { ConsentView } from "./lead-consents.server.ts";

/** The consents of the person, with the exact text that they saw. */
export function LeadConsents({ consents }: { consents: ConsentView[] }) {
  if (consents.length === 0) return <p className="small muted">{m.staff_consents_none()}</p>;
  return (
    <ul className="grid gap-4">
      {consents.map((consent) => (
        <li key={consent.id}>
          <b className="text-label">{consent.purpose}</b>
          <blockquote
            className="small my-1 border-l-3 border-border pl-3"
            lang={languageTag[consent.lang === "fr" ? "fr" : "en"]}
          >
            {consent.text}
          </blockquote>
          <p className="fine-print muted figures">{consent.givenAt}</p>
          {consent.withdrawn && <p className="fine-print text-destructive">{consent.withdrawn}</p>}
        </li>
      ))}
    </ul>
  );
}
