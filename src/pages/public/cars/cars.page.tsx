import { SlidersHorizontal } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { redirect, useNavigation } from "react-router";
import type { Route } from "./+types/cars.page.ts";
import { countEmptySearch } from "#domain/empty-search/empty-search.server.ts";
import { findCreditEstimate } from "#domain/credit-application/find-credit-estimate.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { QuebecPayments } from "#pages/public/listing/your-budget-context.tsx";
import { ProvinceChoice } from "#pages/public/listing/province-choice.tsx";
import { usePaymentTerms } from "#pages/public/listing/your-budget.tsx";
import { readRecentlyViewed } from "#pages/public/listing/recently-viewed.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageStyle } from "#ui/page-style.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";
import {
  hasPaymentFilter,
  buildCarsSearch,
  CAR_PARAM,
  type CarsQuery,
  countFilters,
  readCarsQuery,
} from "./cars-address.ts";
import { buildCarsMeta } from "./cars-meta.ts";
import { formatPageTitle, formatResultCount } from "./cars-words.ts";
import { loadCars, readTypedText } from "./cars.server.ts";
import { FilterChips } from "./filter-chips.tsx";
import { Filters, useDrawer } from "./filters.tsx";
import { FoundCars } from "./found-cars.tsx";
import { LandingLinks } from "./landing-links.tsx";
import { findPopularModel, loadPopularLandings } from "./landing.server.ts";
import { SearchBar } from "./search-bar.tsx";
import { useFilterForm } from "./use-filter-form.ts";
import type { SuggestedFilters } from "./words-field.tsx";
import stylesheet from "./cars.page.css?url";

export const links = () => [pageStyle(stylesheet)];

const FORM_ID = "cars-form";
const FILTERS_ID = "filters";
const MOST_LANDINGS = 12;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const typed = readCarsQuery(searchParams);
  const query = await readTypedText(typed);
  // A form sent without script includes every empty field; a clean address has none, so redirect to
  // it.
  if (query !== typed || [...searchParams.values()].includes("") || searchParams.has(CAR_PARAM)) {
    // Not `request.url`: the router requests the page's data under another address.
    throw redirect(`${hrefIn(paths.cars())}${buildCarsSearch(query)}`);
  }
  const asksEstimate = hasPaymentFilter(query) || query.isWithinBudget;
  const visitor = readVisitor({ context });
  const estimate = asksEstimate ? await findCreditEstimate(visitor) : null;
  const provinceCode = estimate?.provinceCode ?? visitor.province ?? null;
  const loan = (asksEstimate && visitor.loan) || USUAL_LOAN;
  const [view, popular, example] = await Promise.all([
    loadCars(query, { estimate, provinceCode, loan, locale: visitor.locale }),
    loadPopularLandings(MOST_LANDINGS),
    findPopularModel(),
  ]);
  if (view.count === 0 && query.status === "live" && query.after === null)
    countEmptySearch(query, query.text);
  return { query, view, popular, example };
}

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? buildCarsMeta(args, args.loaderData.query, args.loaderData.view) : [];
}

export default function CarsPage({ loaderData }: Route.ComponentProps) {
  return (
    <QuebecPayments is={loaderData.view.paymentRestriction === "quebec"}>
      <Cars found={loaderData} />
    </QuebecPayments>
  );
}

function Cars({
  found: { query, view, popular, example },
}: {
  found: Route.ComponentProps["loaderData"];
}) {
  const { withheld } = usePaymentTerms();
  const locale = getLocale();
  const form = useRef<HTMLFormElement>(null);
  const found = useRef<HTMLHeadingElement>(null);
  const { apply, applyWith } = useFilterForm(form);
  const onSuggestion = useCallback(
    (found: SuggestedFilters) => applyWith({ text: "", ...found }),
    [applyWith],
  );
  const { isOpen, open, close, drawer, opener } = useDrawer(FILTERS_ID);
  const navigation = useNavigation();
  const isLoading = navigation.location?.pathname.endsWith(paths.cars()) === true;
  // A location that was not found filters nothing.
  const filters = countFilters(query) - (view.location.state === "unknown" ? 1 : 0);
  const shown = view.corrected?.query ?? query;
  const title = formatPageTitle(query, view.location, locale);

  const page = useRef(query.after);
  useEffect(() => {
    // The focused link to the next page is gone: move the focus to the new cars.
    if (page.current !== query.after) found.current?.focus({ preventScroll: true });
    page.current = query.after;
  }, [query.after]);

  return (
    <div className="page-width cars-page">
      <nav className="breadcrumb" aria-label={m.cars_breadcrumb()}>
        <Link to={paths.home()}>{m.cars_home()}</Link>
        <span aria-hidden>/</span>
        <span aria-current="page">{m.cars_title()}</span>
      </nav>
      <div className="cars-page__head">
        <h1>{title}</h1>
        <p role="status" className="muted figures">
          {formatResultCount(query, view, locale)}
        </p>
      </div>
      <SearchBar
        formId={FORM_ID}
        query={query}
        view={view}
        example={example}
        onSuggestion={onSuggestion}
      />
      <div className="cars-page__columns" aria-busy={isLoading || undefined}>
        <Filters
          id={FILTERS_ID}
          formId={FORM_ID}
          query={query}
          view={view}
          isOpen={isOpen}
          drawer={drawer}
          form={form}
          onApply={apply}
          onClose={close}
        />
        <div className="cars-page__results">
          <h2 className="sr-only" id="cars-found" ref={found} tabIndex={-1}>
            {m.cars_results()}
          </h2>
          {view.corrected && <CorrectedSearchNote query={query} meantText={view.corrected.text} />}
          {hasPaymentFilter(shown) && (withheld ?? view.paymentRestriction) && (
            <p className="mb-4" role="status">
              {withheld === "province_unknown"
                ? m.cars_payment_not_applied_province()
                : m.cars_payment_not_applied()}
            </p>
          )}
          {view.paymentRestriction === null && <ProvinceChoice className="mb-4" />}
          <FilterChips
            query={shown}
            view={view}
            onDrop={() => found.current?.focus({ preventScroll: true })}
          />
          <FoundCars query={shown} view={view} />
        </div>
      </div>
      <Recent />
      <LandingLinks groups={popular} />
      {isOpen && <div className="filters-scrim" aria-hidden onClick={close} />}
      <div className="page-bar">
        <a
          ref={opener}
          href={`#${FILTERS_ID}`}
          className={`${buttonClass({ variant: "dark" })} filters-button`}
          onClick={(event) => {
            event.preventDefault();
            open();
          }}
        >
          <SlidersHorizontal className="icon" aria-hidden />
          {m.cars_filters()}
          {filters > 0 && (
            <span className="filters-button__count figures">
              {filters} <span className="sr-only">{m.cars_filters_active()}</span>
            </span>
          )}
        </a>
      </div>
    </div>
  );
}

const RecentlyViewedCars = lazy(async () => {
  const { RecentlyViewedCars: default_ } =
    await import("#pages/public/listing/recently-viewed-cars.tsx");
  return { default: default_ };
});

/** Loaded only if the browser has recently viewed cars. */
function Recent() {
  const [remembers, setRemembers] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows what it keeps
  useEffect(() => setRemembers(readRecentlyViewed().length > 0), []);
  return remembers ? (
    <Suspense fallback={null}>
      <RecentlyViewedCars />
    </Suspense>
  ) : null;
}

/** Says that the cars of a corrected spelling are shown, with a link to search exactly as typed. */
function CorrectedSearchNote({ query, meantText }: { query: CarsQuery; meantText: string }) {
  const exactly = `${paths.cars()}${buildCarsSearch({ ...query, after: null, exact: true })}`;
  return (
    <p className="mb-4" role="status">
      {m.cars_shown_for()} <b>{meantText}</b>.{" "}
      <Link to={exactly} preventScrollReset>
        {m.cars_search_exactly({ text: query.text })}
      </Link>
    </p>
  );
}
