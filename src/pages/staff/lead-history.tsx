import type { EventView } from "./event-view.server.ts";

/** What happened to the lead, newest first. */
export function LeadHistory({ events }: { events: EventView[] }) {
  return (
    <ol className="tl">
      {events.map((event) => (
        <li key={event.id}>
          <b>{event.title}</b>
          {event.note && (
            <p className="my-1 rounded-sm bg-muted px-3 py-2 wrap-anywhere whitespace-pre-wrap">
              {event.note}
            </p>
          )}
          <span className="xs muted num">{event.meta}</span>
        </li>
      ))}
    </ol>
  );
}
