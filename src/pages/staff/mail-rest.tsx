import { m } from "#messages/messages.js";
import type { MailView } from "./lead-event.server.ts";

/** What a mail quotes, folded away, and which of its attachments were not kept. */
export function MailRest({ mail: { quoted, leftOut } }: { mail: MailView }) {
  return (
    <>
      {leftOut.map((text) => (
        <p key={text} className="small my-1 wrap-anywhere">
          {text}
        </p>
      ))}
      {quoted && (
        <details className="small my-1">
          <summary className="min-h-8 cursor-pointer content-center muted">
            {m.inbound_mail_quoted()}
          </summary>
          <p className="border-l-3 border-border pl-3 wrap-anywhere whitespace-pre-wrap">
            {quoted}
          </p>
        </details>
      )}
    </>
  );
}
