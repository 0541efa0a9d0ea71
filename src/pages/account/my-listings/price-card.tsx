import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { SectionCard } from "#ui/section-card.tsx";
import { PriceEstimateView } from "#pages/public/listing/price-estimate.tsx";
import type { FormResult } from "#forms/view-model.ts";
import { fieldsOf } from "#pages/command/press.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { formatDate } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { FactorState } from "./on-behalf.tsx";
import type { ManagePress, ManageView } from "./manage-listing.server.ts";

/** The current price, a form to change it, the price estimate, and earlier prices. */
export function PriceCard(props: { view: ManageView; result: FormResult | undefined }) {
  const { listing, prices, estimate, canBeChanged, priceView, onBehalf } = props.view;
  const locale = getLocale();
  return (
    <SectionCard title={m.seller_price()}>
      <p className="figures font-display text-[1.625rem] leading-none font-extrabold">
        {formatCad(listing.priceCad, locale)}
      </p>
      {canBeChanged && onBehalf && (
        <div className="mt-4">
          <FactorState {...onBehalf} />
        </div>
      )}
      {canBeChanged && (
        <PageForm
          key={listing.priceCad}
          view={latestView(props.result, priceView)}
          hidden={fieldsOf<ManagePress>("price")}
          submit={m.seller_price_change()}
          variant="ghost"
          className="mt-4"
        />
      )}
      {estimate && (
        <>
          <h3 className="mt-6 text-lead">{m.price_estimate_title()}</h3>
          <PriceEstimateView estimate={estimate} car={listing} askedCad={listing.priceCad} />
        </>
      )}
      {prices.length > 0 && (
        <>
          <h3 className="mt-5 text-lead">{m.seller_price_history()}</h3>
          <ul className="small muted figures mt-2 grid gap-1">
            {prices.map(({ fromCad, toCad, at }) => (
              <li key={at.toISOString()}>
                {m.seller_price_line({
                  from: formatCad(fromCad, locale),
                  date: formatDate(at, locale),
                  to: formatCad(toCad, locale),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </SectionCard>
  );
}
