import { Star } from "lucide-react";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { Reveal } from "#ui/reveal.tsx";
import type { Review } from "./home.server.ts";
import { ReviewsWidget } from "./reviews-widget.tsx";

/** What customers wrote, as they wrote it; the provider's own widget only once it is asked for. */
export function Reviews({
  reviews,
  widgetUrl,
}: {
  reviews: readonly Review[];
  widgetUrl: string | null;
}) {
  return (
    <section className="sec">
      <div className="wrap">
        <div className="sec-h">
          <h2>{m.home_reviews_title()}</h2>
          <a href={site.reviewUrl} rel="noopener noreferrer">
            {m.home_reviews_all()}
          </a>
        </div>
        {reviews.length > 0 && (
          <div className="grid g3">
            {reviews.map((review) => (
              <ReviewCard key={review.id} review={review} />
            ))}
          </div>
        )}
        {widgetUrl && <ReviewsWidget url={widgetUrl} />}
      </div>
    </section>
  );
}

function ReviewCard({
  review: { author, place, locale, stars, text, isDemo },
}: {
  review: Review;
}) {
  return (
    <Reveal as="figure" className="card pad quote">
      <div className="row between">
        <span className="stars" role="img" aria-label={m.home_review_stars({ stars })}>
          {Array.from({ length: stars }, (_, index) => (
            <Star key={index} aria-hidden />
          ))}
        </span>
        {isDemo && <span className="chip out">{m.home_review_sample()}</span>}
      </div>
      <blockquote lang={locale}>{text}</blockquote>
      <figcaption>
        <b>{author}</b>, {place}
      </figcaption>
    </Reveal>
  );
}
