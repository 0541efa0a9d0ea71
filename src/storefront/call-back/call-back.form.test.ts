import { describeForm } from "#forms/describe-form.ts";
import { callBackForm } from "./call-back.form.ts";

describeForm(callBackForm);
