import { describeForm } from "#forms/describe-form.fixture.ts";
import { targetForm } from "./target.form.ts";

describeForm(targetForm);
