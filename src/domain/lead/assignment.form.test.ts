import { describeForm } from "#forms/describe-form.fixture.ts";
import { assigneeForm, assignmentMethodForm } from "./assignment.form.ts";

describeForm(assignmentMethodForm);
describeForm(assigneeForm);
