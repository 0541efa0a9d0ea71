import { describeForm } from "#forms/describe-form.fixture.ts";
import { bidForm, placeBidForm } from "./bid.form.ts";

describeForm(bidForm);
describeForm(placeBidForm);
