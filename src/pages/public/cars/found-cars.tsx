import { Fragment, memo } from "react";
import { FACETS, type FilterName } from "#domain/search/facets.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { ListingCard, PaymentAssumptions } from "#pages/public/listing/listing-card.tsx";
import { usePaymentTerms } from "#pages/public/listing/your-budget.tsx";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { Link } from "#ui/link.tsx";
import { formatKm } from "#values/format.ts";
import {
  type CarsQuery,
  buildCarsSearch,
  changeQuery,
  clearFilters,
  dropFacet,
  dropLocation,
} from "./cars-address.ts";
import { formatCarCount } from "./cars-words.ts";
import type { CarsView, Relaxation } from "./cars.server.ts";

/** The invitation is shown after this many cards. */
const INVITATION_AFTER = 4;
/** The number of cards on a phone's first screen. */
const FIRST_SCREEN = 1;

/**
 * One page of cards and a link to the next; memoized, so that opening the filters does not rerender
 * it.
 */
export const FoundCars = memo(function FoundCars({
  query,
  view,
}: {
  query: CarsQuery;
  view: CarsView;
}) {
  const { cars, awayKm, ratings, next, paymentRestriction } = view;
  const { withheld } = usePaymentTerms();
  const results = buildCarsSearch(query);
  if (cars.length === 0) return <NoCars query={query} view={view} />;
  return (
    <>
      <div className="grid gap-5 found-cars">
        {cars.map((listing, index) => (
          <Fragment key={listing.id}>
            {index === INVITATION_AFTER && !withheld && paymentRestriction === null && (
              <Invitation />
            )}
            <HydrationBoundary>
              <ListingCard
                listing={listing}
                awayKm={awayKm[listing.id]}
                rating={ratings[listing.id]}
                results={results}
                priority={index < FIRST_SCREEN}
              />
            </HydrationBoundary>
          </Fragment>
        ))}
      </div>
      <nav className="pager" aria-label={m.cars_pages()}>
        {query.after !== null && (
          <Link
            to={`${paths.cars()}${buildCarsSearch(changeQuery(query, {}))}`}
            className={buttonClass({ variant: "ghost" })}
          >
            {m.cars_first_page()}
          </Link>
        )}
        {next && (
          <Link
            to={`${paths.cars()}${buildCarsSearch({ ...query, after: next })}`}
            className={buttonClass({ variant: "dark" })}
            rel="next"
          >
            {m.cars_next_page()}
          </Link>
        )}
      </nav>
      {paymentRestriction === null && (
        <PaymentAssumptions of={cars} className="mt-10 max-w-reading" />
      )}
    </>
  );
});

/** A link to the pre-approval, among the cars. */
function Invitation() {
  if (!isOffered("pre_approval")) return null;
  return (
    <aside className="found-cars__promo" aria-labelledby="cars-invitation">
      <h3 id="cars-invitation">{m.cars_invite_title()}</h3>
      <p>{m.cars_invite_text()}</p>
      <Link to={paths.preApproval()} className={buttonClass({ variant: "white" })}>
        {m.cars_invite_button()}
      </Link>
    </aside>
  );
}

/** No results: how many cars there are without each single filter, or without all. */
function NoCars({ query, view }: { query: CarsQuery; view: CarsView }) {
  const { relaxations } = view;
  if (buildCarsSearch(query) === buildCarsSearch(clearFilters(query))) return <NoCarsYet />;
  return (
    <EmptyState title={m.cars_none_title()}>
      {relaxations.length > 0 && (
        <>
          <p>{m.cars_none_text()}</p>
          <ul className="relax-filters">
            {relaxations.map((relaxation) => (
              <li key={"drop" in relaxation ? relaxation.drop : relaxation.withinKm}>
                <Link
                  className={buttonClass({ variant: "ghost" })}
                  to={`${paths.cars()}${buildCarsSearch(applyRelaxation(query, relaxation))}`}
                  preventScrollReset
                >
                  {words(query, relaxation)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link
        className={buttonClass({ variant: "soft" })}
        to={`${paths.cars()}${buildCarsSearch(clearFilters(query))}`}
      >
        {m.cars_none_clear()}
      </Link>
      <CallMe />
    </EmptyState>
  );
}

/** A site before its first car: there is no filter to blame. */
function NoCarsYet() {
  return (
    <EmptyState title={m.cars_none_yet_title()}>
      <p>{m.cars_none_yet_text()}</p>
      {isOffered("sell_car") && (
        <Link className={buttonClass({})} to={paths.sellCar()}>
          {m.cars_none_yet_sell()}
        </Link>
      )}
      <CallMe />
    </EmptyState>
  );
}

function CallMe() {
  if (!isOffered("call_back")) return null;
  return (
    <p>
      {m.cars_none_call()} <Link to={paths.callBack()}>{m.cars_none_call_link()}</Link>
    </p>
  );
}

function words(query: CarsQuery, relaxation: Relaxation): string {
  const locale = getLocale();
  const cars = formatCarCount(relaxation.count, locale);
  return "drop" in relaxation
    ? m.cars_none_drop({ filter: describeDropped(query, relaxation.drop), cars })
    : m.cars_none_wider({ distance: formatKm(relaxation.withinKm, locale), cars });
}

/** The name of what is dropped: the text, or a filter. */
function describeDropped(query: CarsQuery, drop: FilterName | "text" | "place"): string {
  if (drop === "text") return query.text;
  return drop === "place" ? m.cars_facet_place() : FACETS[drop].heading();
}

/** The query without the dropped filter. */
function applyRelaxation(query: CarsQuery, relaxation: Relaxation): CarsQuery {
  if ("withinKm" in relaxation) return changeQuery(query, { withinKm: relaxation.withinKm });
  const { drop } = relaxation;
  if (drop === "text") return changeQuery(query, { text: "" });
  return drop === "place" ? dropLocation(query) : dropFacet(query, drop);
}
