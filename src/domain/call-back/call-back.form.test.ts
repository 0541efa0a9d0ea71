import { describeForm } from "#forms/describe-form.fixture.ts";
import { callBackForm } from "./call-back.form.ts";

describeForm(callBackForm);
