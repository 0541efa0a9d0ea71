import { describeForm } from "#forms/describe-form.fixture.ts";
import { noticeForm } from "./notice.form.ts";

describeForm(noticeForm);
