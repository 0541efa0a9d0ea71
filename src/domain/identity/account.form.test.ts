import { describeForm } from "#forms/describe-form.fixture.ts";
import {
  changeEmailForm,
  changePasswordForm,
  changePhoneForm,
  confirmEmailForm,
  finishAppForm,
  finishPasskeyForm,
  forgotPasswordForm,
  passwordForm,
  phoneCodeForm,
  phoneForm,
  profileForm,
  renamePasskeyForm,
  resetPasswordForm,
  resetTiedPasswordForm,
  secondStepForm,
  signInForm,
  signUpForm,
} from "./account.form.ts";

for (const form of [
  signInForm,
  signUpForm,
  confirmEmailForm,
  forgotPasswordForm,
  ...[true, false].flatMap((hasSecondFactor) => [
    resetPasswordForm({ hasSecondFactor }),
    resetTiedPasswordForm({ hasSecondFactor }),
    changePasswordForm({ hasSecondFactor }),
  ]),
  ...[true, false].map((hasApp) => secondStepForm({ hasApp })),
  changeEmailForm,
  finishAppForm,
  finishPasskeyForm,
  renamePasskeyForm("one"),
  profileForm,
  phoneForm,
  changePhoneForm,
  phoneCodeForm,
  passwordForm("delete"),
]) {
  describeForm(form);
}
