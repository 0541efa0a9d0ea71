import { describeForm } from "#forms/describe-form.fixture.ts";
import { listingForm } from "./listing.form.ts";

describeForm(listingForm);
