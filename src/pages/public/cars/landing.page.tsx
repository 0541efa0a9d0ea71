import type { Route } from "./+types/landing.page.ts";
import { formatCarName } from "#values/car-name.ts";
import type { LandingFacts } from "#domain/landing/landing-queries.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { sharedPictureUrl, SHARED_PICTURE } from "#packages/car-illustration/picture-address";
import { QuebecPayments } from "#pages/public/listing/your-budget-context.tsx";
import { ProvinceChoice } from "#pages/public/listing/province-choice.tsx";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { breadcrumbData } from "#ui/structured-data.ts";
import { formatNumber } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { buildCarsSearch } from "./cars-address.ts";
import { FoundCars } from "./found-cars.tsx";
import { LandingLinks } from "./landing-links.tsx";
import { nameLanding } from "#domain/landing/landing-name.ts";
import { describeForSearch, describeLanding, formatDays, titleLanding } from "./landing-words.ts";
import { type LandingPageData, loadLanding } from "./landing.server.ts";
import stylesheet from "./cars.page.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader({ params, context }: Route.LoaderArgs) {
  return loadLanding(params, readVisitor({ context }));
}

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args;
  if (!loaderData) return [{ name: "robots", content: "noindex" }];
  const { landing, facts, view } = loaderData;
  const title = titleLanding(landing.subject);
  const [car] = view.cars;
  const { widthPx, heightPx } = SHARED_PICTURE;
  return pageMeta(args, {
    title,
    description: describeForSearch(title, facts),
    // With one car only, the car's own page says it better.
    isPrivate: facts.count === 1,
    ...(car && {
      picture: {
        path: sharedPictureUrl(car.illustration),
        alt: formatCarName(car),
        widthPx,
        heightPx,
      },
    }),
    structuredData: (origin) => ({
      "@context": "https://schema.org",
      "@graph": [
        breadcrumbData(
          buildBreadcrumbs(loaderData).map(({ name, path }) => ({
            name,
            url: origin + hrefIn(path),
          })),
        ),
        {
          "@type": "ItemList",
          name: title,
          numberOfItems: facts.count,
          itemListElement: view.cars.map((each, index) => ({
            "@type": "ListItem",
            position: index + 1,
            name: formatCarName(each),
            url: origin + hrefIn(paths.listing(each.id)),
          })),
        },
      ],
    }),
  });
}

/** A page of the cars of one make, model, type or location, with texts from their facts. */
export default function LandingPage({ loaderData }: Route.ComponentProps) {
  const { landing, facts, query, view, related } = loaderData;
  const locale = getLocale();
  const breadcrumbs = buildBreadcrumbs(loaderData);
  return (
    <div className="page-width cars-page">
      <nav className="breadcrumb" aria-label={m.cars_breadcrumb()}>
        {breadcrumbs.slice(0, -1).map(({ name, path }) => (
          <span key={path} className="contents">
            <Link to={path}>{name}</Link>
            <span aria-hidden>/</span>
          </span>
        ))}
        <span aria-current="page">{breadcrumbs.at(-1)?.name}</span>
      </nav>
      <div className="cars-page__head">
        <h1>{titleLanding(landing.subject)}</h1>
        <Link
          to={`${paths.cars()}${buildCarsSearch(query)}`}
          className={buttonClass({ variant: "dark" })}
        >
          {facts.count === 1
            ? m.landing_filter_one()
            : m.landing_filter({ count: formatNumber(facts.count, locale) })}
        </Link>
      </div>
      <h2 className="sr-only">{m.cars_results()}</h2>
      <QuebecPayments is={view.paymentRestriction === "quebec"}>
        {view.paymentRestriction === null && <ProvinceChoice className="mb-4" />}
        <FoundCars query={query} view={view} />
      </QuebecPayments>
      <section className="landing-figures" aria-labelledby="landing-figures">
        <h2 id="landing-figures">{m.landing_figures()}</h2>
        <p className="muted figures max-w-[46em]">{describeLanding(facts)}</p>
        <Facts facts={facts} />
      </section>
      <LandingLinks groups={related} />
    </div>
  );
}

function Facts({ facts }: { facts: LandingFacts }) {
  const locale = getLocale();
  const { count, minCad, maxCad, medianCad, listedDays, sold } = facts;
  const price = (amountCad: number) => formatCad(amountCad, locale);
  const shown = [
    { name: m.landing_fact_count(), value: formatNumber(count, locale) },
    {
      name: m.landing_fact_range(),
      value:
        minCad === maxCad
          ? price(minCad)
          : m.cars_range({ min: price(minCad), max: price(maxCad) }),
    },
    { name: m.landing_fact_median(), value: price(medianCad) },
    sold
      ? { name: m.landing_fact_sold(), value: formatDays(sold.days) }
      : { name: m.landing_fact_listed(), value: formatDays(listedDays) },
  ];
  return (
    <>
      <dl className="landing-facts">
        {shown.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="fine-print muted">{m.landing_counted()}</p>
    </>
  );
}

/** The breadcrumbs of the page, itself last. */
function buildBreadcrumbs({ landing, parent }: Pick<LandingPageData, "landing" | "parent">) {
  const { subject } = landing;
  const current =
    subject.kind === "model"
      ? subject.model
      : subject.kind === "city"
        ? subject.city
        : nameLanding(subject);
  return [
    { name: m.cars_home(), path: paths.home() },
    { name: m.cars_title(), path: paths.cars() },
    ...(parent ? [{ name: nameLanding(parent.subject), path: parent.path }] : []),
    { name: current, path: landing.path },
  ];
}
