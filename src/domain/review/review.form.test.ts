import { expect, test } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { readOne } from "#forms/one-question.fixture.ts";
import { declineReviewForm, reviewForm, reviewReplyForm } from "./review.form.ts";

const replyForm = reviewReplyForm("r1");

describeForm(reviewForm);
describeForm(replyForm);
describeForm(declineReviewForm("r1"));

test.each([
  [" Thank you, Noah. ", "Thank you, Noah."],
  [" ", "!missing"],
  ["x".repeat(1_001), "!too_long"],
  ["bell\u0007", "!unaccepted_character"],
])("the answer %j is read as %j", (typed, expected) => {
  const [reply] = replyForm.steps[0].questions;
  expect(readOne({ ...reply, words: "review_staff_reply" }, typed)).toBe(expected);
});
