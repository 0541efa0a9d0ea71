import type { Route } from "./+types/about.page.ts";
import { m } from "#messages/messages.js";
import { listShownReviews } from "#domain/review/review.server.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import { findReviewsElsewhere } from "#pages/public/review/reviews.server.ts";
import { Reviews } from "#pages/public/review/reviews.tsx";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { isOffered, organizationData, site } from "#site/site.ts";
import { Link } from "#ui/link.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { nameProvinces } from "#values/province-list.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { nameMailed } from "#values/data-class-label.ts";
import { ContactLines } from "./contact-lines.tsx";
import { hasAllowedEmbeds } from "./embeds.ts";
import { isDemoMode, listServedProvinces } from "./served-provinces.server.ts";
import { WhereWeWork } from "./where-we-work.tsx";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

const REVIEW_COUNT = 9;

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_about_title(),
    description: m.information_about_description({ name: site.name }),
    structuredData: organizationData,
  });
}

export async function loader(args: Route.LoaderArgs) {
  const { locale } = readVisitor(args);
  const [served, reviews, { passingOn, leadMailAlso }] = await Promise.all([
    listServedProvinces(),
    listShownReviews(locale, REVIEW_COUNT),
    readShownSettings(),
  ]);
  return {
    served,
    passingOn,
    mailed: nameMailed(leadMailAlso, locale),
    reviews,
    reviewsElsewhere: findReviewsElsewhere(),
    hasAllowedEmbeds: hasAllowedEmbeds(args.request),
    isDemo: isDemoMode(),
  };
}

/** Who reads requests and passes them on, by the site's setting. */
const BUYING = {
  at_once: m.information_about_buy_text,
  after_staff: m.information_about_buy_text_after_staff,
} as const;
const PASSING_ON = {
  at_once: m.information_about_how_3,
  after_staff: m.information_about_how_3_after_staff,
} as const;

export default function AboutPage({ loaderData }: Route.ComponentProps) {
  const {
    served,
    passingOn,
    mailed,
    isDemo,
    reviews,
    reviewsElsewhere,
    hasAllowedEmbeds: isAllowed,
  } = loaderData;
  const parts = [
    { title: m.information_about_buy_title(), text: BUYING[passingOn]() },
    { title: m.information_about_sell_title(), text: m.information_about_sell_text() },
    {
      title: m.information_about_dealer_title(),
      text: m.information_about_dealer_text({ classes: mailed }),
    },
  ];
  return (
    <>
      <div className="page page-width">
        <PageHead
          title={m.information_about_title()}
          lead={m.information_about_lead({ name: site.name })}
        />
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {parts.map(({ title, text }) => (
            <section key={title} className="card p-6">
              <h2 className="text-h3">{title}</h2>
              <p className="muted mt-2">{text}</p>
            </section>
          ))}
        </div>
        <div className="mt-16 grid gap-12 lg:grid-cols-2 lg:gap-20">
          <section aria-labelledby="how">
            <h2 id="how">{m.information_about_how_title()}</h2>
            <ol className="about-steps">
              <li>{m.information_about_how_1()}</li>
              <li>{m.information_about_how_2()}</li>
              <li>{PASSING_ON[passingOn]()}</li>
              <li>{m.information_about_how_4()}</li>
            </ol>
          </section>
          <section className="prose" aria-labelledby="promise">
            <h2 id="promise" className="mt-0! text-h2!">
              {m.information_about_promise_title()}
            </h2>
            <ul>
              <li>{m.information_about_promise_1()}</li>
              <li>{m.information_about_promise_2({ provinces: nameProvinces(site.provinces) })}</li>
              <li>{m.information_about_promise_3()}</li>
            </ul>
            <h2 id="behind" className="text-h2!">
              {m.information_about_behind_title()}
            </h2>
            <p>
              {m.site_who_we_are({ company: site.legalName, name: site.name })}{" "}
              {m.information_about_behind_text({ officer: site.privacyOfficer.name })}
            </p>
            <div className="mt-4">
              <ContactLines />
            </div>
          </section>
        </div>
        <WhereWeWork served={served} isDemo={isDemo} />
        <div className="flex items-center gap-3 mt-8 flex-wrap">
          {isOffered("pre_approval") && (
            <Link className="button button--large" to={paths.preApproval()}>
              {m.layout_approved()}
            </Link>
          )}
          {isOffered("sell_car") && (
            <Link className="button button--ghost button--large" to={paths.sellCar()}>
              {m.layout_sell()}
            </Link>
          )}
        </div>
      </div>
      <Reviews shown={reviews} elsewhere={reviewsElsewhere} isAllowed={isAllowed} />
    </>
  );
}
