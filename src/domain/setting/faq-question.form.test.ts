import { describe } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { faqQuestionForm } from "./faq-question.form.ts";

describe("a question of the FAQ", () => {
  describeForm(faqQuestionForm);
});
