import { redirect } from "react-router";
import {
  decideReview,
  listReviewsForStaff,
  replyToReview,
  type StaffReview,
} from "#domain/review/decide-review.server.ts";
import { declineReviewForm, reviewReplyForm } from "#domain/review/review.form.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

const here = () => hrefIn(paths.staffReviews());

const commands = defineCommands<PageSubject>()({
  published: {
    may: "decideReviews",
    async run({ field }, { by }) {
      await decideReview({ reviewId: field("reviewId"), by, state: "published" });
      throw redirect(here(), 303);
    },
  },
  declined: {
    may: "decideReviews",
    run({ post, field }, { by }) {
      const reviewId = field("reviewId");
      return handleForm(declineReviewForm(reviewId), post, async ({ declinedFor }) => {
        await decideReview({ reviewId, by, state: "declined", declinedFor });
        return { ok: true, redirectTo: here() };
      });
    },
  },
  reply: {
    may: "replyToReviews",
    run({ post, field }, { by }) {
      const reviewId = field("reviewId");
      return handleForm(reviewReplyForm(reviewId), post, async ({ reply }) => {
        const result = await replyToReview({ reviewId, by, reply });
        return result.ok
          ? { ok: true, redirectTo: here() }
          : { ok: false, message: m.review_reply_error_not_open(), status: 422 };
      });
    },
  },
});

export const reviewsPage = definePage({
  address: "/staff/reviews",
  read: "seeReviews",
  async load(_args, { visitor }) {
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
  },
  commands,
});

export type ReviewPresses = Awaited<ReturnType<typeof reviewsPage.loader>>["presses"];
