import { definePageForm } from "#forms/define-form.ts";
import { DECLINE_REASONS, REPLY_MAX_LENGTH } from "./review.ts";

/** As a question's options, which are words to the forms: the most first. */
const STARS = ["5", "4", "3", "2", "1"] as const;

/** What somebody writes about the business, by the link of their e-mail. */
export const reviewForm = definePageForm({
  name: "review",
  messagePrefix: "review_form",
  questions: [
    { kind: "choice", name: "stars", options: STARS },
    { kind: "long-text", name: "text", hint: true, maxLength: 1_500 },
    { kind: "person-name", name: "author", hint: true },
  ],
});

/** Why a review is not shown; several stand on a page. */
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

/** What its author takes a review down by; it says in its button what it does. */
export const withdrawReviewForm = definePageForm({
  name: "withdraw-review",
  messagePrefix: "review",
  questions: [],
});

/** The business's answer under a review, of which several stand on a page. */
export const reviewReplyForm = (reviewId: string) =>
  definePageForm({
    name: `reply-${reviewId}`,
    messagePrefix: "review_staff",
    isOneOfSeveral: true,
    questions: [{ kind: "long-text", name: "reply", maxLength: REPLY_MAX_LENGTH, rows: 3 }],
  });
