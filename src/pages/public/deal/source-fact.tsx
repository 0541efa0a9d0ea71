import { m } from "#messages/messages.js";
import type { ItemSource } from "./checklist-words.ts";

/** What a province requires, with its source or whom to ask. */
export function SourceFact({ source: { fact, note, href, isUnread } }: { source: ItemSource }) {
  return (
    <>
      {fact && <p className="mt-1">{fact}</p>}
      {note && (
        <p className="small muted mt-1">
          {href ? (
            <a className="link" href={href} rel="noopener noreferrer">
              {note}
            </a>
          ) : (
            note
          )}
          {isUnread && ` ${m.deal_source_unread()}`}
        </p>
      )}
    </>
  );
}
