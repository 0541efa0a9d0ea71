import { describeForm } from "#forms/describe-form.fixture.ts";
import { bidForm } from "./bid.form.ts";

describeForm(bidForm);
