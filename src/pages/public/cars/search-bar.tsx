import { Search as SearchIcon } from "lucide-react";
import { memo } from "react";
import { FACETS } from "#domain/search/facets.ts";
import { RADII_KM, SORTS } from "#domain/search/search.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { buttonClass } from "#ui/button.tsx";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { formatKm, formatNumber } from "#values/format.ts";
import { ANY_DISTANCE, type CarsQuery } from "./cars-address.ts";
import { sortLabel } from "./cars-words.ts";
import type { CarsView } from "./cars.server.ts";
import { NearField, UnknownLocation } from "./near-field.tsx";
import { type SuggestedFilters, WordsField } from "./words-field.tsx";

/**
 * Text, location, distance and sort: fields of the filter form that are above the cars; memoized,
 * so that opening the filters does not rerender them.
 */
export const SearchBar = memo(function SearchBar({
  formId,
  query,
  view,
  example,
  onSuggestion,
}: {
  formId: string;
  query: CarsQuery;
  view: CarsView;
  /** A model that is in stock. */
  example: string | null;
  onSuggestion: (filters: SuggestedFilters) => void;
}) {
  const locale = getLocale();
  const isUnknown = view.location.state === "unknown";
  return (
    <HydrationBoundary>
      <div className="search-bar" role="search" aria-label={m.cars_search_label()}>
        <div className="field search-bar__words">
          <label htmlFor="cars-q">{m.cars_text()}</label>
          <div className="search-bar__with-button">
            <WordsField
              formId={formId}
              text={query.text}
              isExact={query.exact}
              example={example}
              onChoose={onSuggestion}
            />
            <button
              className={buttonClass({ variant: "dark" })}
              type="submit"
              form={formId}
              aria-label={m.cars_search()}
            >
              <SearchIcon className="icon" aria-hidden />
            </button>
          </div>
        </div>
        <div className="field">
          <label htmlFor="cars-near">{m.cars_near()}</label>
          <NearField formId={formId} near={query.near} isUnknown={isUnknown} />
          {view.location.state === "unknown" && (
            <UnknownLocation query={query} suggestion={view.location.suggestion} />
          )}
        </div>
        <div className="field search-bar__within">
          <label htmlFor="cars-within">{FACETS.distance.heading()}</label>
          <select
            className="control"
            id="cars-within"
            name="within"
            form={formId}
            defaultValue={query.withinKm === null ? ANY_DISTANCE : String(query.withinKm)}
          >
            {RADII_KM.map((radiusKm) => {
              const label = formatKm(radiusKm, locale);
              const count = formatNumber(view.counts.distance[String(radiusKm)] ?? 0, locale);
              return (
                <option key={radiusKm} value={radiusKm}>
                  {view.location.state === "found" ? m.cars_option_count({ label, count }) : label}
                </option>
              );
            })}
            <option value={ANY_DISTANCE}>{m.cars_within_any()}</option>
          </select>
        </div>
        <div className="field">
          <label htmlFor="cars-sort">{m.cars_sort()}</label>
          <select
            className="control"
            id="cars-sort"
            name="sort"
            form={formId}
            defaultValue={query.sort}
          >
            {SORTS.filter((sort) => sort !== "distance" || view.location.state === "found").map(
              (sort) => (
                <option key={sort} value={sort}>
                  {sortLabel(sort)}
                </option>
              ),
            )}
          </select>
        </div>
      </div>
    </HydrationBoundary>
  );
});
