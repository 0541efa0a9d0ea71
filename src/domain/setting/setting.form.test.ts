import { describeForm } from "#forms/describe-form.fixture.ts";
import { SETTING_FORMS } from "./setting.form.ts";

for (const form of Object.values(SETTING_FORMS)) describeForm(form);
