import { Star } from "lucide-react";
import { type MouseEvent, useState } from "react";
import type { Review, ShownReviews } from "#domain/review/review.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { CachedHtml } from "#ui/cached-html.tsx";
import { Link } from "#ui/link.tsx";
import { Reveal } from "#ui/reveal.tsx";
import { NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import { decimalText, formatDate, formatNumber } from "#values/format.ts";

/** Where other companies have reviews of the business; each null if not configured. */
export type ReviewsElsewhere = { pageUrl: string | null; widgetUrl: string | null };

/**
 * Customers' reviews, unchanged; the provider's own widget only if the visitor asks for it. Renders
 * nothing if there are no reviews and nothing is configured.
 */
export function Reviews({
  shown,
  elsewhere,
  isAllowed,
  isBesideRule = false,
}: {
  shown: ShownReviews;
  elsewhere: ReviewsElsewhere;
  /** The visitor allowed content of other companies to load by itself (/cookies). */
  isAllowed: boolean;
  /** On the page with the rule itself, which needs no link to it. */
  isBesideRule?: boolean;
}) {
  const { reviews, count, averageStars, isSample } = shown;
  const { pageUrl, widgetUrl } = elsewhere;
  const locale = getLocale();
  if (reviews.length === 0 && !pageUrl && !widgetUrl) return null;
  const stars = decimalText(averageStars, locale, { minimumDigits: 1, maximumDigits: 1 });
  return (
    <section className="home-section">
      <div className="page-width">
        <div className="home-section__head">
          <div>
            <h2>{m.home_reviews_title()}</h2>
            {count > 0 && (
              <p className="figures">
                {count === 1
                  ? m.review_count_one({ stars })
                  : m.review_count({ count: formatNumber(count, locale), stars })}{" "}
                {isSample && <span className="chip chip--outline">{m.review_count_sample()}</span>}
              </p>
            )}
            {!isBesideRule && (
              <p className="small">
                <Link to={paths.reviewRule()}>{m.review_rule_link()}</Link>
              </p>
            )}
          </div>
          {pageUrl && (
            <a href={pageUrl} rel="noopener noreferrer">
              {m.home_reviews_all()}
            </a>
          )}
        </div>
        {reviews.length > 0 && (
          <CachedHtml
            as="div"
            className="card-row gap-5 sm:grid-cols-2 lg:grid-cols-3"
            // Its cards scroll sideways on a small screen.
            tabIndex={0}
            of={ReviewCards}
            props={{ reviews }}
          />
        )}
        {widgetUrl && <ReviewsWidget url={widgetUrl} isAllowed={isAllowed} />}
      </div>
    </section>
  );
}

function ReviewCards({ reviews }: Pick<ShownReviews, "reviews">) {
  return reviews.map((review) => <ReviewCard key={review.id} review={review} />);
}

function ReviewCard({
  review: { author, place, locale, stars, text, isDemo, writtenOn, reply },
}: {
  review: Review;
}) {
  return (
    <Reveal as="figure" className="card p-5 sm:p-6 review">
      <div className="flex items-center gap-3 justify-between">
        <span className="stars" role="img" aria-label={m.home_review_stars({ stars })}>
          {Array.from({ length: stars }, (_, index) => (
            <Star key={index} aria-hidden />
          ))}
        </span>
        {isDemo && <span className="chip chip--outline">{m.home_review_sample()}</span>}
      </div>
      <blockquote lang={locale} className="whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
      <figcaption>
        <b>{author}</b>
        {place && `, ${place}`}
        <br />
        <time dateTime={writtenOn}>{formatDate(writtenOn, getLocale())}</time>
        {reply && (
          <p className="review__reply">
            <b>{m.review_reply_by({ site: site.name })}</b> <span lang={locale}>{reply}</span>
          </p>
        )}
      </figcaption>
    </Reveal>
  );
}

/**
 * The provider's reviews, in a frame that is created only if the visitor asks for it: no request to
 * another company is made before. Without a script the button is a plain link.
 */
function ReviewsWidget({ url, isAllowed }: { url: string; isAllowed: boolean }) {
  const [isWanted, setWanted] = useState(isAllowed);
  const { host } = new URL(url);
  if (isWanted) {
    return (
      <iframe
        src={url}
        title={m.home_reviews_widget_title({ host })}
        sandbox="allow-scripts allow-same-origin allow-popups"
        className="mt-8 h-[420px] w-full rounded-lg border border-border"
      />
    );
  }
  const load = (event: MouseEvent) => {
    event.preventDefault();
    setWanted(true);
  };
  return (
    <div className="mt-8 flex flex-wrap items-center gap-4">
      <a href={url} onClick={load} className={buttonClass({ variant: "ghost" })} {...NEEDS_SCRIPT}>
        {m.home_reviews_widget_load({ host })}
      </a>
      <p className="small muted max-w-[40em]">{m.home_reviews_widget_note({ host })}</p>
    </div>
  );
}
