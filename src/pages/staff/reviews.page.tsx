import type { Route } from "./+types/reviews.page.ts";
import type { StaffReview } from "#domain/review/decide-review.server.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { FormResult, FormView } from "#forms/view-model.ts";
import { declineReasonWord } from "#pages/public/review/decline-reason-word.ts";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";
import { type ReviewPresses, reviewsPage } from "./reviews.server.ts";

export const loader = reviewsPage.loader;
export const action = reviewsPage.action;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.review_staff_title(), isPrivate: true });
}

/**
 * Customers' reviews: staff decide whether one is shown, and reply to it. Nobody changes its text.
 */
export default function StaffReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, decided, presses } = loaderData;
  return (
    <div className="mx-auto w-full max-w-form p-4 sm:p-8">
      <h1 className="text-page-title">{m.review_staff_title()}</h1>
      <p className="muted mt-2">{m.review_staff_text()}</p>
      {waiting.length === 0 ? (
        <EmptyState title={m.review_staff_none()} />
      ) : (
        <ul className="stack mt-6">
          {waiting.map((review) => (
            <ReviewRow key={review.id} review={review} presses={presses} result={actionData} />
          ))}
        </ul>
      )}
      {decided.length > 0 && (
        <>
          <h2 className="mt-10 text-xl">{m.review_staff_decided()}</h2>
          <ul className="stack mt-4">
            {decided.map((review) => (
              <ReviewRow key={review.id} review={review} presses={presses} result={actionData} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type ReviewRowProps = {
  review: StaffReview & {
    /** The form of the reply; null if there is a reply already, or none is needed. */
    replyView: FormView | null;
    /** The form of the reason not to show it; null if it is not shown anyway. */
    declineView: FormView | null;
  };
  presses: ReviewPresses;
  result: FormResult | undefined;
};

function ReviewRow({ review, presses, result }: ReviewRowProps) {
  const { replyView, declineView, declinedFor } = review;
  const { id, author, place, stars, text, locale, state, writtenAt, reply, isDemo } = review;
  const time = formatDateTime(writtenAt, getLocale());
  return (
    <li className="card p-6">
      <p className="flex items-center flex-wrap gap-3">
        <b>{place ? `${author}, ${place}` : author}</b>
        <span className="chip">{m.home_review_stars({ stars })}</span>
        {state === "published" && (
          <span className="chip chip--ok">{m.review_staff_published()}</span>
        )}
        {state === "declined" && <span className="chip">{m.review_staff_declined()}</span>}
        {state === "withdrawn" && <span className="chip">{m.review_staff_withdrawn()}</span>}
        {isDemo && <span className="chip chip--outline">{m.home_review_sample()}</span>}
      </p>
      <blockquote lang={locale} className="mt-3 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
      <p className="small muted mt-3">{time}</p>
      {reply && (
        <p className="mt-3 whitespace-pre-line wrap-anywhere">
          <b>{m.review_staff_reply()}</b> {reply}
        </p>
      )}
      {declinedFor && <p className="small mt-3">{declineReasonWord(declinedFor)}</p>}
      {(state === "waiting" || state === "declined") && (
        <CommandForm press={presses.published} fields={{ reviewId: id }} className="mt-4">
          <Button type="submit" variant="dark" size="sm">
            {m.review_staff_publish()}
          </Button>
        </CommandForm>
      )}
      {declineView && presses.declined && (
        <details
          className="mt-4"
          open={result?.ok === false && result.view.form === declineView.form}
        >
          <summary>
            {state === "published" ? m.review_staff_take_down() : m.review_staff_decline()}
          </summary>
          <PageForm
            view={latestView(result, declineView)}
            hidden={{ reviewId: id }}
            press={presses.declined}
            submit={state === "published" ? m.review_staff_take_down() : m.review_staff_decline()}
            variant="ghost"
            size="sm"
            className="mt-3"
          />
        </details>
      )}
      {replyView && presses.reply && (
        <PageForm
          view={latestView(result, replyView)}
          hidden={{ reviewId: id }}
          press={presses.reply}
          submit={m.review_staff_reply_send()}
          variant="ghost"
          size="sm"
          className="mt-4"
        />
      )}
    </li>
  );
}
