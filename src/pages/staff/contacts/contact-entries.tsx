import { StatusChip } from "#pages/staff/lead-status-chip.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import type { ContactEntry } from "./contact.server.ts";

/** What a person sent, did or agreed to, one line each. */
export function ContactEntries({ entries }: { entries: readonly ContactEntry[] }) {
  return (
    <ul className="divide-y divide-border">
      {entries.map((entry) => (
        <li key={entry.key} className="flex flex-wrap items-center justify-between gap-x-3 py-3">
          <div className="min-w-0">
            {entry.href ? (
              <Link className="font-bold wrap-anywhere" to={entry.href}>
                {entry.title}
              </Link>
            ) : (
              <b className="wrap-anywhere">{entry.title}</b>
            )}
            <span className="small muted figures block wrap-anywhere">{entry.text}</span>
            {entry.withdrawn && (
              <span className="small block text-destructive">{entry.withdrawn}</span>
            )}
          </div>
          <Beside entry={entry} />
        </li>
      ))}
    </ul>
  );
}

/** The state of what the entry is about, or the request that it belongs to. */
function Beside({ entry: { status, state, reference } }: { entry: ContactEntry }) {
  if (status) return <StatusChip status={status} text={state ?? ""} />;
  if (state) return <span className="chip">{state}</span>;
  return (
    reference && (
      <Link className="small figures py-1" to={paths.lead(reference)}>
        {reference}
      </Link>
    )
  );
}
