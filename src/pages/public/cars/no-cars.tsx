import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { formatKm } from "#values/format.ts";
import { type CarsQuery, carsSearch, cleared } from "./cars-address.ts";
import type { CarsView } from "./cars.server.ts";
import { carCount, facetLabel } from "./cars-words.ts";
import { type Relaxation, relaxed } from "./relaxations.ts";

/** Nothing found: which single step back gives how many cars, or all of them. */
export function NoCars({ query, view }: { query: CarsQuery; view: CarsView }) {
  const { relaxations } = view;
  return (
    <EmptyState title={m.cars_none_title()}>
      {relaxations.length > 0 && (
        <>
          <p>{m.cars_none_text()}</p>
          <ul className="relax">
            {relaxations.map((relaxation) => (
              <li key={keyOf(relaxation)}>
                <Link
                  className={buttonClass({ look: "ghost" })}
                  to={`${paths.cars()}${carsSearch(relaxed(query, relaxation))}`}
                  preventScrollReset
                >
                  {words(relaxation)}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      <Link
        className={buttonClass({ look: "soft" })}
        to={`${paths.cars()}${carsSearch(cleared(query))}`}
      >
        {m.cars_none_clear()}
      </Link>
      <p>
        {m.cars_none_call()} <Link to={paths.callBack()}>{m.cars_none_call_link()}</Link>
      </p>
    </EmptyState>
  );
}

function keyOf(relaxation: Relaxation): string {
  return "drop" in relaxation ? relaxation.drop : `within ${relaxation.withinKm}`;
}

function words(relaxation: Relaxation): string {
  const locale = getLocale();
  const cars = carCount(relaxation.count, locale);
  return "drop" in relaxation
    ? m.cars_none_drop({ filter: facetLabel(relaxation.drop), cars })
    : m.cars_none_wider({ distance: formatKm(relaxation.withinKm, locale), cars });
}
