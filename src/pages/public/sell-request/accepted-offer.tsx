import { CircleCheck } from "lucide-react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { formatDateTime, formatPhone } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { Sale } from "./sale-page.server.ts";

type AcceptedOfferProps = { offer: Sale["offers"][number]; listing: Sale["listing"] };

/** The end of the comparing: with whom, how to reach them, what is left to do. */
export function AcceptedOffer({ offer, listing }: AcceptedOfferProps) {
  const locale = getLocale();
  const isStillListed = listing?.state === "live" || listing?.state === "paused";
  return (
    <section className="card pad border-[var(--success)]" aria-labelledby="accepted-title">
      <h2 id="accepted-title" className="row text-[28px]">
        <CircleCheck className="ic l text-success" aria-hidden />
        {m.sale_accepted_title({ dealership: offer.dealershipName })}
      </h2>
      <p className="num mt-3 font-display text-[40px] leading-none font-[740]">
        {formatCad(offer.amountCad, locale)}
      </p>
      {offer.decidedAt && (
        <p className="small muted mt-2">
          {m.sale_accepted_at({ time: formatDateTime(offer.decidedAt, locale) })}
        </p>
      )}
      <p className="mt-4 max-w-[44em]">{m.sale_accepted_next()}</p>
      <p className="mt-2">
        <b>{offer.dealershipName}</b>,{" "}
        {m.listing_place({ city: offer.city, province: offer.provinceCode })}
        <br />
        <a className="num" href={`tel:${offer.dealershipPhone}`}>
          {formatPhone(offer.dealershipPhone, locale)}
        </a>
      </p>
      {offer.conditions && (
        <p className="small mt-4">
          <span className="muted">{m.sale_offer_conditions()}</span>
          <br />
          <span className="whitespace-pre-line wrap-anywhere">{offer.conditions}</span>
        </p>
      )}
      {listing && isStillListed && (
        <p className="msg warn mt-5">
          <span>
            {m.sale_accepted_still_listed()}{" "}
            {listing.isManageable && (
              <Link to={paths.sellerListing(listing.id)}>{m.sale_listing_manage()}</Link>
            )}
          </span>
        </p>
      )}
    </section>
  );
}
