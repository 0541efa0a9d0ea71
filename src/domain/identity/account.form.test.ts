import { describeForm } from "#forms/describe-form.fixture.ts";
import {
  changeEmailForm,
  changePasswordForm,
  changePhoneForm,
  confirmEmailForm,
  emailCodeForm,
  finishAppForm,
  finishPasskeyForm,
  forgotPasswordForm,
  mailSignInForm,
  newEmailForm,
  passwordForm,
  phoneCodeForm,
  nameAccountForm,
  phoneForm,
  profileForm,
  renamePasskeyForm,
  resetPasswordForm,
  secondStepForm,
  signInForm,
  signUpForm,
} from "./account.form.ts";

for (const form of [
  signInForm,
  mailSignInForm,
  emailCodeForm,
  ...[true, false].flatMap((asksLanguage) => [
    signUpForm({ asksLanguage }),
    nameAccountForm({ asksLanguage }),
  ]),
  confirmEmailForm,
  forgotPasswordForm,
  ...[true, false].flatMap((hasSecondFactor) => [
    resetPasswordForm({ hasSecondFactor }),
    changePasswordForm({ hasSecondFactor }),
  ]),
  ...[true, false].map((hasApp) => secondStepForm({ hasApp })),
  changeEmailForm,
  newEmailForm,
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
