import { describeForm } from "#forms/describe-form.fixture.ts";
import { dealershipAdForm, privateAdForm } from "./ad-statement.form.ts";

describeForm(dealershipAdForm);
describeForm(privateAdForm);
