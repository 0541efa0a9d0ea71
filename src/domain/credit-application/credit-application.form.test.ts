import { describeForm } from "#forms/describe-form.fixture.ts";
import { creditApplicationForm } from "./credit-application.form.ts";

describeForm(creditApplicationForm);
