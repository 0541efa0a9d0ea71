import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { TextField } from "#ui/field.tsx";
import type { AccountAnswer } from "./account-answer.ts";
import { m } from "#messages/messages.js";

type AccountFormProps = {
  /** Tells a page's forms apart; the ids of its fields begin with it. */
  form: string;
  answer: AccountAnswer | undefined;
  submit: string;
  look?: "primary" | "ghost";
  action?: string;
  hidden?: Record<string, string | null>;
  encType?: "multipart/form-data";
  /** Further buttons, after the one that Enter presses. */
  beside?: ReactNode;
  children?: ReactNode;
};

/**
 * A form of the account: what is wrong with it, its fields, its button. It posts whole documents,
 * with and without JavaScript, so that cookies change and secrets leave with the page that held them.
 */
export function AccountForm(props: AccountFormProps) {
  const { form, answer, submit, look, action, hidden = {}, encType, beside, children } = props;
  const isBusy = useNavigation().state === "submitting";
  const problems = answer?.form === form ? answer.problems : [];
  const whole = problems.filter(({ control }) => control === null);
  return (
    <>
      <ErrorSummary
        problems={problems.flatMap(({ control, text }) =>
          control ? [{ id: `${form}-${control}`, message: text }] : [],
        )}
      >
        {whole.length > 0 && whole.map(({ text }) => <p key={text}>{text}</p>)}
      </ErrorSummary>
      <Form method="post" action={action} encType={encType} reloadDocument noValidate>
        <input type="hidden" name="form" value={form} />
        {Object.entries(hidden).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className="stack">
          {children}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look={look} busy={isBusy}>
              {submit}
            </Button>
            {beside}
          </div>
        </div>
      </Form>
    </>
  );
}

type AccountFieldProps = Omit<React.ComponentProps<typeof TextField>, "id" | "error" | "name"> & {
  form: string;
  name: string;
  answer: AccountAnswer | undefined;
};

/** A field of such a form: what was typed stands in it again, unless it is a password. */
export function AccountField({ form, name, answer, defaultValue, ...field }: AccountFieldProps) {
  const isMine = answer?.form === form;
  return (
    <TextField
      {...field}
      id={`${form}-${name}`}
      name={name}
      required
      defaultValue={(isMine ? answer.typed[name] : undefined) ?? defaultValue}
      error={isMine ? answer.problems.find(({ control }) => control === name)?.text : undefined}
    />
  );
}

/** The account's own password, asked before what cannot be taken back. */
export function CurrentPasswordField(props: {
  form: string;
  answer: AccountAnswer | undefined;
  label: string;
  email: string;
}) {
  return (
    <>
      {/* Tells password managers whose password this is. */}
      <input type="hidden" autoComplete="username" value={props.email} readOnly />
      <AccountField
        form={props.form}
        answer={props.answer}
        name="password"
        type="password"
        label={props.label}
        autoComplete="current-password"
      />
    </>
  );
}

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
