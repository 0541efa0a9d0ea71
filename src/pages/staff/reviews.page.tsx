import { Form, redirect } from "react-router";
import type { Route } from "./+types/reviews.page.ts";
import {
  decideReview,
  listReviewsForStaff,
  replyToReview,
  type StaffReview,
} from "#domain/review/decide-review.server.ts";
import { declineReviewForm, reviewReplyForm } from "#domain/review/review.form.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { FormAnswer, FormView } from "#forms/view-model.ts";
import { declineReasonWord } from "#pages/public/review/decline-reason-word.ts";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { requireFormPost, requirePermission } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime } from "#values/format.ts";

export async function loader(args: Route.LoaderArgs) {
  const { visitor } = requirePermission(args, "answerReviews");
  const [waiting, decided] = await Promise.all([
    listReviewsForStaff("waiting"),
    listReviewsForStaff("decided"),
  ]);
  const withForms = (review: StaffReview) => ({
    ...review,
    replyView:
      review.state === "published" && !review.reply
        ? showForm(reviewReplyForm(review.id), visitor)
        : null,
    declineView:
      review.state === "published" || review.state === "waiting"
        ? showForm(declineReviewForm(review.id), visitor)
        : null,
  });
  return { waiting: waiting.map(withForms), decided: decided.map(withForms) };
}

export async function action(args: Route.ActionArgs) {
  const { user } = requirePermission(args, "answerReviews");
  const post = await requireFormPost(args);
  const reviewId = rawValue(post.raw, "reviewId");
  const intent = rawValue(post.raw, "intent");
  const here = hrefIn(paths.staffReviews());
  if (intent === "declined") {
    return answerForm(declineReviewForm(reviewId), post, async ({ declinedFor }) => {
      await decideReview({ reviewId, by: user, state: "declined", declinedFor });
      return { ok: true, redirectTo: here };
    });
  }
  if (intent === "published") await decideReview({ reviewId, by: user, state: "published" });
  if (intent !== "reply") throw redirect(here, 303);
  return answerForm(reviewReplyForm(reviewId), post, async ({ reply }) => {
    const result = await replyToReview({ reviewId, by: user, reply });
    return result.ok
      ? { ok: true, redirectTo: here }
      : { ok: false, message: m.review_reply_error_not_open(), status: 422 };
  });
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.review_staff_title(), isPrivate: true });
}

/** What customers wrote: staff say whether it is shown, and answer it. Nobody changes its words. */
export default function StaffReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { waiting, decided } = loaderData;
  return (
    <div className="mx-auto w-full max-w-[860px] p-4 sm:p-8">
      <h1 className="text-[1.75rem]">{m.review_staff_title()}</h1>
      <p className="muted mt-2">{m.review_staff_text()}</p>
      {waiting.length === 0 ? (
        <EmptyState title={m.review_staff_none()} />
      ) : (
        <ul className="stack mt-6">
          {waiting.map((review) => (
            <ReviewRow key={review.id} review={review} answer={actionData} />
          ))}
        </ul>
      )}
      {decided.length > 0 && (
        <>
          <h2 className="mt-10 text-xl">{m.review_staff_decided()}</h2>
          <ul className="stack mt-4">
            {decided.map((review) => (
              <ReviewRow key={review.id} review={review} answer={actionData} />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type ReviewRowProps = {
  review: StaffReview & {
    /** The form of its answer; none where it has one, or none is called for. */
    replyView: FormView | null;
    /** Of why it is not shown; none where it is not anyway. */
    declineView: FormView | null;
  };
  answer: FormAnswer | undefined;
};

function ReviewRow({ review, answer }: ReviewRowProps) {
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
        <Form method="post" className="mt-4">
          <input type="hidden" name="reviewId" value={id} />
          <Button type="submit" look="dark" size="sm" name="intent" value="published">
            {m.review_staff_publish()}
          </Button>
        </Form>
      )}
      {declineView && (
        <details
          className="mt-4"
          open={answer?.ok === false && answer.view.form === declineView.form}
        >
          <summary>
            {state === "published" ? m.review_staff_take_down() : m.review_staff_decline()}
          </summary>
          <PageForm
            view={latestView(answer, declineView)}
            hidden={{ reviewId: id }}
            name="intent"
            value="declined"
            submit={state === "published" ? m.review_staff_take_down() : m.review_staff_decline()}
            look="ghost"
            size="sm"
            className="mt-3"
          />
        </details>
      )}
      {replyView && (
        <PageForm
          view={latestView(answer, replyView)}
          hidden={{ reviewId: id }}
          name="intent"
          value="reply"
          submit={m.review_staff_reply_send()}
          look="ghost"
          size="sm"
          className="mt-4"
        />
      )}
    </li>
  );
}
