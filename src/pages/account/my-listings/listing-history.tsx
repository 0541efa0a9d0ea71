import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { Bar } from "#ui/bar.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import { formatDate, formatDateTime, formatNumber } from "#values/format.ts";
import { STATE_WORDS } from "./listing-state-chip.tsx";
import type { ManageView } from "./manage-listing.server.ts";

const EVENT_WORDS: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    ...STATE_WORDS,
    released: m.seller_state_released,
    reopened: m.seller_state_reopened,
  }),
);

const BY_WORDS: Record<NonNullable<ManageView["events"][number]["by"]>, () => string> = {
  seller: m.seller_by_seller,
  staff: m.seller_by_staff,
  dealership: m.seller_by_dealership,
  buyer: m.seller_by_buyer,
};
/** Texts for the seller, who reads "you". */
const OWN_WORDS = { ...BY_WORDS, seller: m.seller_by_you };

/** Views by day as a table, and the events of the listing: what, who and when. */
export function ListingHistory({ view }: { view: ManageView }) {
  const { days, events, corrections, isOwn } = view;
  const locale = getLocale();
  const most = Math.max(1, ...days.map(({ views }) => views));
  return (
    <>
      <SectionCard title={m.seller_days()} text={days.length === 0 ? m.seller_days_none() : ""}>
        {days.length > 0 && (
          <table className="small w-full">
            <thead className="sr-only">
              <tr>
                <th scope="col">{m.seller_day()}</th>
                <th scope="col">{m.seller_views()}</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ day, views }) => (
                <tr key={day}>
                  <th scope="row" className="muted w-44 py-1 text-left font-normal">
                    {formatDate(day, locale)}
                  </th>
                  <td className="figures">
                    <span className="flex items-center gap-3">
                      <Bar className="h-2 rounded-full bg-input" share={(views / most) * 0.7} />
                      {formatNumber(views, locale)}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </SectionCard>
      {corrections.length > 0 && (
        <SectionCard title={m.declared_own_title()}>
          <ul className="small grid gap-1">
            {corrections.map((correction) => (
              <li key={`${correction.fact} ${correction.at.toISOString()}`}>
                {describeCorrection(correction)}
              </li>
            ))}
          </ul>
        </SectionCard>
      )}
      {events.length > 0 && (
        <SectionCard title={m.seller_history()}>
          <ol className="small grid gap-1">
            {events.map(({ kind, at, by }) => (
              <li key={`${kind} ${at.toISOString()}`}>
                <b>{EVENT_WORDS.get(kind)?.() ?? kind}</b>{" "}
                <span className="muted figures">
                  {formatDateTime(at, locale)} {by && (isOwn ? OWN_WORDS : BY_WORDS)[by]()}
                </span>
              </li>
            ))}
          </ol>
        </SectionCard>
      )}
    </>
  );
}

/** The state of a correction of the declaration. */
function describeCorrection({ state, at, ...words }: ManageView["corrections"][number]): string {
  if (state === "waiting") return m.declared_own_waiting(words);
  if (state === "declined") return m.declared_own_declined(words);
  return m.declared_own_changed({ ...words, date: formatDate(at, getLocale()) });
}
