import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { OfferStateChip } from "#pages/public/sell-request/offer-state-chip.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import { Button } from "#ui/button.tsx";
import { formatDate, formatDateTime } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { DealerRequestPage } from "./request-page.server.ts";

/** What the dealership offered so far, the newest first; staff see everybody's. */
export function MadeOffers({ page }: { page: DealerRequestPage }) {
  const { offers, current, isStaff } = page;
  const locale = getLocale();
  if (offers.length === 0) return null;
  return (
    <SectionCard title={isStaff ? m.dealer_offers_staff() : m.dealer_offers()}>
      <ul className="divide-y divide-border">
        {offers.map((offer) => (
          <li key={offer.id} className="grid gap-1 py-3">
            <p className="flex flex-wrap items-center gap-3">
              <b className="num text-lg">{formatCad(offer.amountCad, locale)}</b>
              <OfferStateChip state={offer.state} />
            </p>
            {isStaff && <p className="small font-semibold">{offer.dealershipName}</p>}
            <p className="small muted num">
              {m.dealer_offer_dates({
                made: formatDateTime(offer.madeAt, locale),
                until: formatDate(offer.validUntil, locale),
              })}
            </p>
            {offer.conditions && (
              <p className="small whitespace-pre-line wrap-anywhere">{offer.conditions}</p>
            )}
          </li>
        ))}
      </ul>
      {current?.state === "open" && (
        <details className="mt-3">
          <summary className="cursor-pointer font-semibold">{m.dealer_withdraw()}</summary>
          <Form method="post" reloadDocument className="mt-3">
            <p className="small mb-3">{m.dealer_withdraw_text()}</p>
            <input type="hidden" name="form" value="withdraw" />
            <input type="hidden" name="seenOfferId" value={current.id} />
            <Button type="submit" look="dark">
              {m.dealer_withdraw_confirm()}
            </Button>
          </Form>
        </details>
      )}
    </SectionCard>
  );
}
