import { m } from "#messages/messages.js";
import { OfferCard } from "./offer-card.tsx";
import type { Sale } from "./sale-page.server.ts";

/** The offers side by side, the highest first; before the first one, what to expect. */
export function OfferComparison({
  sale,
  dealershipCount,
}: {
  sale: Sale;
  dealershipCount: number;
}) {
  const { offers } = sale;
  const open = offers.filter(({ state }) => state === "open");
  const highestCad = Math.max(...open.map(({ amountCad }) => amountCad));
  const sorted = offers.toSorted(
    (a, b) => Number(isOver(a.state)) - Number(isOver(b.state)) || b.amountCad - a.amountCad,
  );
  const warning = soldTwiceText(sale.listing);
  return (
    <section id="offers" className="scroll-mt-24" aria-labelledby="offers-title">
      <h2 id="offers-title" className="text-[28px]">
        {m.sale_offers_title()}
      </h2>
      {offers.length === 0 ? (
        <p className="card pad mt-4">{noneText(sale, dealershipCount)}</p>
      ) : (
        <>
          {open.length > 0 && <p className="muted mt-2 max-w-190">{m.sale_offers_lead()}</p>}
          {open.length > 0 && warning && <p className="msg warn mt-4 max-w-190">{warning}</p>}
          <ul className="mt-5 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {sorted.map((offer) => (
              <OfferCard
                key={offer.id}
                offer={offer}
                isHighest={
                  open.length > 1 && offer.state === "open" && offer.amountCad === highestCad
                }
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function isOver(state: Sale["offers"][number]["state"]): boolean {
  return state !== "open" && state !== "accepted";
}

/** The same car promised to a buyer of the own listing already; null where it is not. */
function soldTwiceText(listing: Sale["listing"]): string | null {
  if (listing?.state === "sold") return m.sale_offers_listing_sold();
  return listing?.isReserved ? m.sale_offers_listing_reserved() : null;
}

function noneText({ choice, isShared }: Sale, dealershipCount: number): string {
  if (choice === "own_listing") return m.sale_offers_none_wanted();
  if (!isShared) return m.sale_offers_none_withdrawn();
  if (dealershipCount === 0) return m.sale_offers_none_near();
  return dealershipCount === 1
    ? m.sale_offers_none_one()
    : m.sale_offers_none({ count: dealershipCount });
}
