import { definePageForm } from "#forms/define-form.ts";
import { ENGLISH_CHOSEN } from "#forms/english-chosen.ts";
import type { Question } from "#forms/questions/kinds.ts";
import { LOCALES } from "#values/locale.ts";

// The forms of an account. A question that several forms ask has the same text in all of them.

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

/** For a person who is not signed in. */
const password = {
  kind: "password",
  name: "password",
  words: "account_password",
  sealed: true,
  autocomplete: "current-password",
  ownErrors: ["wrong"],
} as const satisfies Question;

/** For a signed-in person, before a change that cannot be undone. */
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

/** With a second factor, a shorter password is enough. */
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

/** A form that is only a button; what it applies to is in a hidden control. */
export const buttonForm = (form: string) => accountForm(form, []);

/** A button with the account's password. */
export const passwordForm = (form: string) => accountForm(form, [currentPassword]);

export const signInForm = definePageForm({
  name: "sign-in",
  messagePrefix: "account",
  questions: [email, password],
});

/** The same form if the person signs in with a code: it asks for no password. */
export const mailSignInForm = definePageForm({
  name: "sign-in",
  messagePrefix: "account",
  questions: [email],
});

/** The code from the sign-in e-mail. */
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

/** If the terms are shown in French first, English has to be chosen expressly. */
type AsksLanguage = { asksLanguage: boolean };
const LANGUAGE_CHOICE = { ...ENGLISH_CHOSEN, pageAsks: true } as const;

/** An account needs no password; a person who wants one chooses it here. */
export const signUpForm = ({ asksLanguage }: AsksLanguage) =>
  accountForm("sign-up", [
    name,
    email,
    { ...firstPassword, optional: true },
    ...(asksLanguage ? [LANGUAGE_CHOICE] : []),
  ]);

/** For an account opened by a code: the answers that are still missing. */
export const nameAccountForm = ({ asksLanguage }: AsksLanguage) =>
  accountForm("name-account", [
    { ...name, hint: true },
    ...(asksLanguage ? [LANGUAGE_CHOICE] : []),
  ]);

export const confirmEmailForm = accountForm("confirm", [password]);
export const forgotPasswordForm = accountForm("forgot", [email]);

export const resetPasswordForm = ({ hasSecondFactor }: { hasSecondFactor: boolean }) =>
  accountForm("reset", [newPassword(hasSecondFactor)]);

/**
 * Sign-in's second step: the app's code or a recovery code; only a recovery code if there is no
 * app.
 */
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

/** A passkey that was just created; without a name it gets a default one. */
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

/** Replaces the account's phone number. */
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
