import { describeForm } from "#forms/describe-form.fixture.ts";
import { correctionForm, erasureForm, withdrawalForm } from "./own-request.form.ts";
import { privacyRequestForm, settlementForm } from "./privacy-request.form.ts";

for (const form of [
  correctionForm,
  withdrawalForm,
  erasureForm,
  privacyRequestForm,
  settlementForm,
])
  describeForm(form);
