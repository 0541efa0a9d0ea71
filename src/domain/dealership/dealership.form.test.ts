import { describeForm } from "#forms/describe-form.fixture.ts";
import { dealershipForm } from "./dealership.form.ts";

describeForm(dealershipForm);
