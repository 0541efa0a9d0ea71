import { describeForm } from "#forms/describe-form.fixture.ts";
import { inquiryAnswerForm, inquiryForm } from "./inquiry.form.ts";

describeForm(inquiryForm);
describeForm(inquiryAnswerForm);
