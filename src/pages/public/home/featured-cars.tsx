import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card-facts.ts";
import { ListingCard } from "#pages/public/listing/listing-card.tsx";
import { PaymentAssumptions } from "#pages/public/listing/payment-assumptions.tsx";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Reveal } from "#ui/reveal.tsx";

/** The live listings that drew the most bids; nothing where no car is for sale. */
export function FeaturedCars({ listings }: { listings: readonly ListingCardFacts[] }) {
  if (listings.length === 0) return null;
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <div>
            <h2>{m.home_featured_title()}</h2>
            <p>{m.home_featured_text()}</p>
          </div>
          <Link to={paths.cars()} className={buttonClass({ look: "ghost" })}>
            {m.home_featured_all()}
          </Link>
        </div>
        <div className="grid g4">
          {listings.map((listing) => (
            <Reveal key={listing.id}>
              <ListingCard listing={listing} />
            </Reveal>
          ))}
        </div>
        <PaymentAssumptions className="mt-5 max-w-[60em]" />
      </div>
    </section>
  );
}
