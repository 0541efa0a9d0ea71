import { describeForm } from "#forms/describe-form.fixture.ts";
import { listingReportForm } from "./listing-report.form.ts";

describeForm(listingReportForm);
