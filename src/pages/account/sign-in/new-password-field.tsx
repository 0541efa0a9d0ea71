import { m } from "#messages/messages.js";
import type { AccountAnswer } from "#pages/session/account-answer.ts";
import { AccountField } from "#pages/session/account-form.tsx";

/** A password to choose; with a second factor beside it a shorter one will do. */
export function NewPasswordField(props: {
  form: string;
  answer: AccountAnswer | undefined;
  hasSecondFactor: boolean;
}) {
  return (
    <AccountField
      form={props.form}
      answer={props.answer}
      name="new-password"
      type="password"
      label={m.account_new_password()}
      hint={
        props.hasSecondFactor
          ? m.account_new_password_hint_second_factor()
          : m.account_new_password_hint()
      }
      autoComplete="new-password"
    />
  );
}
