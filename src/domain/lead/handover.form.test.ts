import { describe } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { dealerNoteForm, leadResultForm, passLeadForm } from "./handover.form.ts";

describe("passing on a lead", () => {
  describeForm(passLeadForm);
});
describe("the result of a lead", () => {
  describeForm(leadResultForm);
});
describe("a note", () => {
  describeForm(dealerNoteForm);
});
