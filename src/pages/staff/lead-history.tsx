import type { EventView } from "./lead-event.server.ts";
import { MailRest } from "./mail-rest.tsx";

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
