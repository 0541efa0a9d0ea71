import { Fragment } from "react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { ListingCard } from "#pages/public/listing/listing-card.tsx";
import { PaymentAssumptions } from "#pages/public/listing/payment-assumptions.tsx";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { type CarsQuery, carsSearch, changed } from "./cars-address.ts";
import type { CarsView } from "./cars.server.ts";
import { NoCars } from "./no-cars.tsx";

/** Where the invitation stands among the cards: after the fourth. */
const INVITED_AFTER = 4;
/** The cards of a phone's first screen. */
const FIRST_SCREEN = 1;

/** One page of cards, and the way to the next. */
export function FoundCars({ query, view }: { query: CarsQuery; view: CarsView }) {
  const { cars, awayKm, next, showsPayments } = view;
  if (cars.length === 0) return <NoCars query={query} view={view} />;
  return (
    <>
      <div className="grid cars-g">
        {cars.map((listing, index) => (
          <Fragment key={listing.id}>
            {index === INVITED_AFTER && query.status === "live" && <Invitation />}
            <ListingCard
              listing={listing}
              showsPayment={showsPayments}
              awayKm={awayKm[listing.id]}
              priority={index < FIRST_SCREEN}
            />
          </Fragment>
        ))}
      </div>
      <nav className="pager" aria-label={m.cars_pages()}>
        {query.after !== null && (
          <Link
            to={`${paths.cars()}${carsSearch(changed(query, {}))}`}
            className={buttonClass({ look: "ghost" })}
          >
            {m.cars_first_page()}
          </Link>
        )}
        {next && (
          <Link
            to={`${paths.cars()}${carsSearch({ ...query, after: next })}`}
            className={buttonClass({ look: "dark" })}
            rel="next"
          >
            {m.cars_next_page()}
          </Link>
        )}
      </nav>
      {showsPayments && <PaymentAssumptions className="mt-10 max-w-[60em]" />}
    </>
  );
}

/** The way to a budget of one's own, among the cars that it is for. */
function Invitation() {
  return (
    <aside className="promo" aria-labelledby="cars-invitation">
      <h3 id="cars-invitation">{m.cars_invite_title()}</h3>
      <p>{m.cars_invite_text()}</p>
      <Link to={paths.preApproval()} className={buttonClass({ look: "white" })}>
        {m.cars_invite_button()}
      </Link>
    </aside>
  );
}
