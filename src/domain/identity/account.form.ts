import { definePageForm } from "#forms/define-form.ts";
import { ENGLISH_CHOSEN } from "#forms/english-chosen.ts";
import type { Question } from "#forms/questions/kinds.ts";
import { LOCALES } from "#values/locale.ts";

// The forms of an account. What several of them ask has the same words wherever it is asked.

const email = {
  kind: "email",
  name: "email",
  words: "account_email",
  autocomplete: "username",
} as const satisfies Question;

const newEmail = {
  kind: "email",
  name: "email",
  words: "account_new_email",
  autocomplete: "email",
  ownErrors: ["same"],
} as const satisfies Question;

const name = {
  kind: "person-name",
  name: "name",
  words: "account_name",
  autocomplete: "name",
} as const satisfies Question;

/** Of whom we do not know yet. */
const password = {
  kind: "password",
  name: "password",
  words: "account_password",
  sealed: true,
  autocomplete: "current-password",
  ownErrors: ["wrong"],
} as const satisfies Question;

/** Of who is signed in, before what cannot be taken back. */
const currentPassword = {
  kind: "password",
  name: "password",
  words: "account_current_password",
  sealed: true,
  autocomplete: "current-password",
  ownErrors: ["wrong", "too_short_alone"],
} as const satisfies Question;

const firstPassword = {
  kind: "password",
  name: "password",
  words: "account_first_password",
  sealed: true,
  autocomplete: "new-password",
  hint: true,
} as const satisfies Question;

/** A shorter one will do beside a second factor. */
function newPassword(hasSecondFactor: boolean) {
  return {
    kind: "password",
    name: "new-password",
    words: hasSecondFactor ? "account_shorter_password" : "account_new_password",
    sealed: true,
    autocomplete: "new-password",
    hint: true,
  } as const satisfies Question;
}

function accountForm<const Questions extends readonly Question[]>(
  form: string,
  questions: Questions,
) {
  return definePageForm({
    name: form,
    messagePrefix: "account",
    isOneOfSeveral: true,
    questions,
  });
}

/** A button that says all there is to say; what it is about is a hidden control. */
export const buttonForm = (form: string) => accountForm(form, []);

/** A button that also asks for the account's password. */
export const passwordForm = (form: string) => accountForm(form, [currentPassword]);

export const signInForm = definePageForm({
  name: "sign-in",
  messagePrefix: "account",
  questions: [email, password],
});

/** The same form where a code is asked for: no password goes with it. */
export const mailSignInForm = definePageForm({
  name: "sign-in",
  messagePrefix: "account",
  questions: [email],
});

/** What the mail of a sign-in says. */
export const emailCodeForm = accountForm("email-code", [
  {
    kind: "code",
    name: "code",
    words: "account_email_code",
    sealed: true,
    digits: 8,
    ownErrors: ["wrong"],
  },
]);

/** Where the terms come in French first, English is chosen expressly. */
type AsksLanguage = { asksLanguage: boolean };
const LANGUAGE_CHOICE = { ...ENGLISH_CHOSEN, pageAsks: true } as const;

/** An account needs no password; who wants one chooses it here. */
export const signUpForm = ({ asksLanguage }: AsksLanguage) =>
  accountForm("sign-up", [
    name,
    email,
    { ...firstPassword, optional: true },
    ...(asksLanguage ? [LANGUAGE_CHOICE] : []),
  ]);

/** Of an account that a code opens: all that is still asked. */
export const nameAccountForm = ({ asksLanguage }: AsksLanguage) =>
  accountForm("name-account", [
    { ...name, hint: true },
    ...(asksLanguage ? [LANGUAGE_CHOICE] : []),
  ]);

export const confirmEmailForm = accountForm("confirm", [password]);
export const forgotPasswordForm = accountForm("forgot", [email]);

export const resetPasswordForm = ({ hasSecondFactor }: { hasSecondFactor: boolean }) =>
  accountForm("reset", [newPassword(hasSecondFactor)]);

/** Sign-in's second step: the app's code, or a recovery code, which is all there is without an app. */
export const secondStepForm = ({ hasApp }: { hasApp: boolean }) =>
  accountForm("second-step", [
    hasApp
      ? ({
          kind: "code",
          name: "code",
          words: "account_code",
          sealed: true,
          hint: true,
          ownErrors: ["wrong"],
        } as const)
      : ({
          kind: "code",
          name: "code",
          words: "account_recovery_code",
          sealed: true,
          ownErrors: ["wrong"],
        } as const),
  ]);

export const changePasswordForm = ({ hasSecondFactor }: { hasSecondFactor: boolean }) =>
  accountForm("change-password", [currentPassword, newPassword(hasSecondFactor)]);

export const changeEmailForm = accountForm("change-email", [newEmail, currentPassword]);
/** The same for an account without a password. */
export const newEmailForm = accountForm("change-email", [newEmail]);

/** The first code of an authenticator app. */
export const finishAppForm = accountForm("finish", [
  {
    kind: "code",
    name: "code",
    words: "account_app_code",
    sealed: true,
    digits: 6,
    ownErrors: ["wrong"],
  },
]);

const PASSKEY_NAME_MAX_LENGTH = 60;

/** A passkey that was just made; without a name it gets one. */
export const finishPasskeyForm = accountForm("finish-passkey", [
  {
    kind: "text",
    name: "name",
    words: "account_passkey_name",
    maxLength: PASSKEY_NAME_MAX_LENGTH,
    autocomplete: "off",
    hint: true,
    optional: true,
  },
]);

export const renamePasskeyForm = (passkeyId: string) =>
  accountForm(`rename-passkey-${passkeyId}`, [
    {
      kind: "text",
      name: "name",
      words: "account_passkey_name",
      maxLength: PASSKEY_NAME_MAX_LENGTH,
      autocomplete: "off",
    },
  ]);

export const profileForm = accountForm("profile", [
  { ...name, hint: true },
  { kind: "select", name: "locale", words: "account_language", options: LOCALES, hint: true },
]);

const phone = {
  kind: "phone",
  name: "phone",
  words: "account_phone",
  autocomplete: "tel",
} as const satisfies Question;

export const phoneForm = accountForm("phone", [phone]);

/** Another number in place of one that is there already. */
export const changePhoneForm = accountForm("phone", [phone, currentPassword]);

export const phoneCodeForm = accountForm("phone-code", [
  {
    kind: "code",
    name: "code",
    words: "account_phone_code",
    sealed: true,
    digits: 6,
    ownErrors: ["wrong", "over"],
  },
]);
