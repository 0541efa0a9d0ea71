import { describeForm } from "#forms/describe-form.ts";
import { preApprovalForm } from "./pre-approval.form.ts";

describeForm(preApprovalForm);
