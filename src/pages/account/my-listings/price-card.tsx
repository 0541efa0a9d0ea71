import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { SectionCard } from "#ui/section-card.tsx";
import { PriceEstimateView } from "#pages/public/listing/price-estimate.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { TextField } from "#ui/field.tsx";
import { formatDate } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import type { PriceRefusal, ManageView } from "./manage-listing.server.ts";

/** The price now, another one, what others ask for such a car, and the prices before. */
export function PriceCard(props: { view: ManageView; refusal: PriceRefusal | undefined }) {
  const { listing, prices, estimate, canBeChanged } = props.view;
  const { refusal } = props;
  const locale = getLocale();
  return (
    <SectionCard title={m.seller_price()}>
      <p className="figures font-display text-[26px] leading-none font-extrabold">
        {formatCad(listing.priceCad, locale)}
      </p>
      {canBeChanged && (
        <Form method="post" noValidate className="mt-4">
          <ErrorSummary errors={refusal ? [{ id: "price", message: refusal.fieldError }] : []} />
          <div className="flex flex-wrap items-end gap-3">
            <TextField
              id="price"
              key={listing.priceCad}
              name="price"
              label={m.seller_price_label()}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={refusal?.typed}
              error={refusal?.fieldError}
            />
            <Button type="submit" look="ghost" name="intent" value="price">
              {m.seller_price_change()}
            </Button>
          </div>
        </Form>
      )}
      {estimate && (
        <>
          <h3 className="mt-6 text-[17px]">{m.price_estimate_title()}</h3>
          <PriceEstimateView estimate={estimate} askedCad={listing.priceCad} />
        </>
      )}
      {prices.length > 0 && (
        <>
          <h3 className="mt-5 text-[17px]">{m.seller_price_history()}</h3>
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
