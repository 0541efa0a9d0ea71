import { describeForm } from "#forms/describe-form.fixture.ts";
import { leadByHandForm } from "./lead-by-hand.form.ts";

describeForm(leadByHandForm);
