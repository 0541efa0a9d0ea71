import { describeForm } from "#forms/describe-form.fixture.ts";
import { accessDecisionForm, accessRequestForm } from "./access-request.form.ts";

describeForm(accessRequestForm(new Map([["income", "See income and ratios"]])));
describeForm(accessDecisionForm({ isOfLead: true }));
