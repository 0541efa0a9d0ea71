import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { languageTag } from "#values/locale.ts";
import type { ApplicationView } from "./applications.server.ts";

/** What was agreed to with one application, in the words that were shown, and the way back. */
export function ConsentList({ consents }: { consents: ApplicationView["consents"] }) {
  if (consents.length === 0) return <p className="muted">{m.account_consents_none()}</p>;
  return (
    <ul className="stack">
      {consents.map(({ id, purpose, text, lang, given, isWithdrawable, withdrawn }) => (
        <li key={id}>
          <b>{purpose}</b>{" "}
          {withdrawn && (
            <span className="chip">{m.account_consent_withdrawn({ date: withdrawn })}</span>
          )}
          <blockquote className="small my-1 border-l-3 border-border pl-3" lang={languageTag[lang]}>
            {text}
          </blockquote>
          <p className="small muted">{m.account_consent_given({ date: given })}</p>
          {isWithdrawable && (
            <Form method="post" reloadDocument className="mt-2">
              <button className="btn ghost sm" name="consent" value={id}>
                {m.account_consent_withdraw()}
                <span className="sr"> ({purpose})</span>
              </button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
