import { Store } from "lucide-react";
import { m } from "#messages/messages.js";
import type { MatchView } from "./match-view.server.ts";

/** The dealership that has the lead, or that none has. */
export function LeadMatch({ match }: { match: MatchView | null }) {
  if (!match) return <p className="small muted">{m.staff_match_none()}</p>;
  const where = [match.place, match.distance].filter(Boolean);
  return (
    <div className="mt items-start p-4">
      <Store className="ic l mt-0.5" aria-hidden />
      <div>
        <b>{match.name}</b>
        <p className="small muted">{where.join(" · ")}</p>
        <p className="small row mt-1 flex-wrap gap-x-4 gap-y-0">
          <a className="num inline-block py-1" href={`tel:${match.phone.number}`}>
            {match.phone.text}
          </a>
          <a className="inline-block py-1 wrap-anywhere" href={`mailto:${match.email}`}>
            {match.email}
          </a>
        </p>
      </div>
    </div>
  );
}
