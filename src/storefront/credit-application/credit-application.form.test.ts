import { describeForm } from "#forms/describe-form.ts";
import { creditApplicationForm } from "./credit-application.form.ts";

describeForm(creditApplicationForm);
