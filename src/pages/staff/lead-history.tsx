import { m } from "#messages/messages.js";
import type { EventView, MailView } from "./lead-event.server.ts";

/** What happened to the lead, newest first. */
export function LeadHistory({ events }: { events: EventView[] }) {
  return (
    <ol className="lead-timeline">
      {events.map((event) => (
        <li key={event.id}>
          <b className="wrap-anywhere">{event.title}</b>
          {event.note && (
            <p className="my-1 rounded-sm bg-muted px-3 py-2 wrap-anywhere whitespace-pre-wrap">
              {event.note}
            </p>
          )}
          {event.mail && <MailRest mail={event.mail} />}
          <span className="fine-print muted figures">{event.meta}</span>
        </li>
      ))}
    </ol>
  );
}

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
