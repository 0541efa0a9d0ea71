import { definePageForm } from "#forms/define-form.ts";
import { DECLINE_REASONS, REPLY_MAX_LENGTH } from "./review.ts";

/** The stars as options of a question, which are strings in forms: the highest first. */
const STARS = ["5", "4", "3", "2", "1"] as const;

/** A review of the business, written through the link of the e-mail. */
export const reviewForm = definePageForm({
  name: "review",
  messagePrefix: "review_form",
  questions: [
    { kind: "choice", name: "stars", options: STARS },
    { kind: "long-text", name: "text", hint: true, maxLength: 1_500 },
    { kind: "person-name", name: "author", hint: true },
  ],
});

/** Why a review is not shown; a page has several of these forms. */
export const declineReviewForm = (reviewId: string) =>
  definePageForm({
    name: `decline-${reviewId}`,
    messagePrefix: "review_staff",
    isOneOfSeveral: true,
    questions: [
      {
        kind: "select",
        name: "declinedFor",
        words: "review_declined_for",
        options: DECLINE_REASONS,
      },
    ],
  });

/** Withdraws a review, by its author; the form is only a button. */
export const withdrawReviewForm = definePageForm({
  name: "withdraw-review",
  messagePrefix: "review",
  questions: [],
});

/** The business's reply to a review; a page has several of these forms. */
export const reviewReplyForm = (reviewId: string) =>
  definePageForm({
    name: `reply-${reviewId}`,
    messagePrefix: "review_staff",
    isOneOfSeveral: true,
    questions: [{ kind: "long-text", name: "reply", maxLength: REPLY_MAX_LENGTH, rows: 3 }],
  });
