import type { Route } from "./+types/reviews.page.ts";
import { DECLINE_REASONS } from "#domain/review/review.ts";
import { listShownReviews } from "#domain/review/review.server.ts";
import { m } from "#messages/messages.js";
import { hasAllowedEmbeds } from "./embeds.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { site } from "#site/site.ts";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { declineReasonWord } from "#pages/public/review/decline-reason-word.ts";
import { findReviewsElsewhere } from "#pages/public/review/reviews.server.ts";
import { Reviews } from "#pages/public/review/reviews.tsx";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

const REVIEW_COUNT = 30;

export const handle = SCRIPT_ON_DEMAND;

export async function loader(args: Route.LoaderArgs) {
  return {
    reviews: await listShownReviews(readVisitor(args).locale, REVIEW_COUNT),
    reviewsElsewhere: findReviewsElsewhere(),
    hasAllowedEmbeds: hasAllowedEmbeds(args.request),
  };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.review_rule_title(),
    description: m.review_rule_description({ name: site.name }),
  });
}

/** Who may write a review, the only reasons to decline one, and how its author removes it. */
export default function ReviewsPage({ loaderData }: Route.ComponentProps) {
  const { reviews, reviewsElsewhere, hasAllowedEmbeds: isAllowed } = loaderData;
  return (
    <>
      <div className="page page-width">
        <PageHead title={m.review_rule_title()} lead={m.review_rule_lead()} />
        <div className="prose">
          <h2>{m.review_rule_asked_title()}</h2>
          <p>{m.review_rule_asked_text()}</p>
          <h2 id="declined">{m.review_rule_declined_title()}</h2>
          <p>{m.review_rule_declined_text()}</p>
          <ul>
            {DECLINE_REASONS.map((reason) => (
              <li key={reason}>{declineReasonWord(reason)}</li>
            ))}
          </ul>
          <p>{m.review_rule_declined_never()}</p>
          <h2>{m.review_rule_average_title()}</h2>
          <p>{m.review_rule_average_text()}</p>
          <h2 id="take-down">{m.review_rule_down_title()}</h2>
          <p>{m.review_rule_down_text({ email: site.email })}</p>
        </div>
      </div>
      <Reviews shown={reviews} elsewhere={reviewsElsewhere} isAllowed={isAllowed} isBesideRule />
    </>
  );
}
