import { describe } from "vitest";
import { describeForm } from "#forms/describe-form.fixture.ts";
import { leadMailForm, leadSmsForm, templateForm } from "./template.form.ts";

describe("a template", () => {
  describeForm(templateForm);
});
describe("a mail from a lead", () => {
  describeForm(leadMailForm);
});
describe("an SMS from a lead", () => {
  describeForm(leadSmsForm);
});
