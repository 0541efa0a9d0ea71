import { X } from "lucide-react";
import type { Code } from "#domain/search/facet-kinds.ts";
import {
  FACETS,
  FILTER_NAMES,
  type FilterName,
  formatValue,
  isOuter,
  isRangeFacet,
  type RangeName,
} from "#domain/search/facets.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { usePaymentTerms } from "#pages/public/listing/your-budget.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import type { Locale } from "#values/locale.ts";
import {
  hasPaymentFilter,
  type CarsQuery,
  buildCarsSearch,
  changeQuery,
  clearFilters,
  isFiltered,
  listUnnarrowedValues,
  dropFacet,
  dropLocation,
} from "./cars-address.ts";
import { formatPaymentRange, formatRange, sortLabel } from "./cars-words.ts";
import type { CarsView } from "./cars.server.ts";

type FilterChipsProps = {
  query: CarsQuery;
  view: Pick<CarsView, "paymentRestriction" | "location">;
  /** Moves the focus, because a pressed chip disappears. */
  onDrop: () => void;
};

/** The active filters: each is a link to the search without it. */
export function FilterChips({ query, view, onDrop }: FilterChipsProps) {
  const { withheld } = usePaymentTerms();
  const namesPayments = withheld === null && view.paymentRestriction === null;
  const chips = chipsFor(query, { ...view, namesPayments }, getLocale());
  if (chips.length === 0) return null;
  return (
    <ul className="filter-chips" aria-label={m.cars_chips()}>
      {chips.map(({ key, label, without }) => (
        <li key={key}>
          <Link
            className="chip chip--outline"
            to={`${paths.cars()}${buildCarsSearch(without)}`}
            preventScrollReset
            onClick={onDrop}
          >
            <span className="sr-only">{m.cars_chip_remove()} </span>
            {label}
            <X className="icon size-4" aria-hidden />
          </Link>
        </li>
      ))}
      <li>
        <Link
          className="filter-chips__clear"
          to={`${paths.cars()}${buildCarsSearch(clearFilters(query))}`}
          preventScrollReset
          onClick={onDrop}
        >
          {m.cars_clear()}
        </Link>
      </li>
    </ul>
  );
}

/** An active filter, and the query without it. */
type Chip = { key: string; label: string; without: CarsQuery };

function chipsFor(
  query: CarsQuery,
  { namesPayments, location }: Pick<CarsView, "location"> & { namesPayments: boolean },
  locale: Locale,
): Chip[] {
  const { near, status, text } = query;
  const chips: Chip[] = [];
  if (text) {
    const without = changeQuery(query, { text: "" });
    chips.push({ key: "q", label: m.cars_chip_text({ text }), without });
  }
  // A location that was not found filters nothing.
  if (location.state === "found") {
    chips.push({
      key: "near",
      label: m.cars_chip_near({ place: near }),
      without: dropLocation(query),
    });
  }
  if (query.sort !== "newest") {
    chips.push({
      key: "sort",
      label: sortLabel(query.sort),
      without: changeQuery(query, { sort: "newest" }),
    });
  }
  if (status === "sold") {
    chips.push({
      key: "sold",
      label: m.cars_sold(),
      without: changeQuery(query, { status: "live" }),
    });
  }
  if (query.isWithinBudget) {
    const without = changeQuery(query, { isWithinBudget: false });
    chips.push({ key: "mine", label: m.listing_card_within(), without });
  }
  for (const name of FILTER_NAMES.filter((each) => isFiltered(query, each))) {
    chips.push(...facetChips(query, name, locale, namesPayments));
  }
  return chips;
}

function facetChips(
  query: CarsQuery,
  name: FilterName,
  locale: Locale,
  namesPayments: boolean,
): Chip[] {
  if (isRangeFacet(name)) {
    // If no payment may be shown, the payment filter can still be removed.
    const isWithheld = name === "price" && hasPaymentFilter(query) && !namesPayments;
    const label = isWithheld ? m.cars_chip_payment() : rangeChipLabel(query, name, locale);
    return [{ key: name, label, without: dropFacet(query, name) }];
  }
  const chosen: readonly Code[] = query[name];
  // A make is not listed if its models are.
  const shown: readonly Code[] = isOuter(name) ? listUnnarrowedValues(query, name) : chosen;
  return shown.map((value) => ({
    key: `${name} ${value}`,
    label: formatValue(name, value, locale),
    without: changeQuery(query, { [name]: chosen.filter((each) => each !== value) }),
  }));
}

function rangeChipLabel(query: CarsQuery, name: RangeName, locale: Locale): string {
  if (name === "price" && hasPaymentFilter(query)) return formatPaymentRange(query, locale);
  return formatRange(query[name], (amount) => FACETS[name].format(amount, locale));
}
