import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { describeOnCard } from "#domain/declaration/describe-on-card.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import { formatCarName } from "#values/car-name.ts";
import { CardPayment } from "#pages/public/listing/your-budget.tsx";
import { Link } from "#ui/link.tsx";
import { formatKm } from "#values/format.ts";
import { formatCad } from "#values/money.ts";

/** A matching car in one line. It opens in another tab, so that the form stays as it is. */
export function MatchRow({ listing }: { listing: ListingCardFacts }) {
  const locale = getLocale();
  const notClean = describeOnCard(listing, locale);
  return (
    <Link className="match-row" to={paths.listing(listing.id)} target="_blank" rel="noopener">
      <ListingPicture listing={listing} sizes="96px" widthsPx={[300]} isDecorative />
      <span>
        <b>{formatCarName(listing)}</b>
        <span className="small muted figures">
          {formatKm(listing.odometerKm, locale)} · {listing.city}
        </span>
        {notClean && (
          <span className="match-row__declared">{m.declared_card_line({ facts: notClean })}</span>
        )}
      </span>
      <span className="match-row__price figures">
        <b>{formatCad(listing.priceCad, locale)}</b>
        <CardPayment listing={listing} />
      </span>
      <span className="sr-only">{m.pre_approval_qualified_new_tab()}</span>
    </Link>
  );
}
