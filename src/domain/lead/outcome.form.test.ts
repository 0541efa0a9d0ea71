import { describe } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { leadLostForm, leadWonForm, outcomeReasonForm } from "./outcome.form.ts";

describe("won", () => {
  describeForm(leadWonForm);
});
describe("lost", () => {
  describeForm(leadLostForm([{ id: "one", name: "Bought elsewhere" }]));
});
describe("a reason", () => {
  describeForm(outcomeReasonForm);
});
