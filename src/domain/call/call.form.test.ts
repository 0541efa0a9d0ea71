import { describeForm } from "#forms/describe-form.fixture.ts";
import { callForm } from "./call.form.ts";

describeForm(callForm);
