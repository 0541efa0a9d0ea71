import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

type CounterFormProps = {
  /** The field's id: a page may have one form per offer. */
  id: string;
  /** Shown while the form is closed. */
  summary: ReactNode;
  hidden: Readonly<Record<string, string>>;
  label: string;
  hint: string;
  limits: { min: number; max: number; step: number };
  /** The invalid text as typed, with its error; the form is then open. */
  refused: { typed: string; error: string } | null;
  /** Says what the post will do. */
  note: string;
  submit: string;
  isBusy?: boolean;
  /** The form loads a new document, as the other forms of its page do. */
  reloadDocument?: boolean;
};

/** A seller's counter-offer; closed until it is opened. */
export function CounterForm(props: CounterFormProps) {
  const { id, summary, hidden, label, hint, limits, refused, note, submit } = props;
  return (
    <details className="counter-form" open={refused !== null}>
      <summary>{summary}</summary>
      <Form method="post" preventScrollReset noValidate reloadDocument={props.reloadDocument}>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field id={id} label={label} hint={hint} error={refused?.error}>
          {(control) => (
            <span className="control-unit">
              <input
                {...control}
                className="control figures"
                name="counterPrice"
                type="number"
                inputMode="numeric"
                required
                {...limits}
                defaultValue={refused?.typed}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- a new document begins at its top
                autoFocus={props.reloadDocument === true && refused !== null}
              />
            </span>
          )}
        </Field>
        <p className="fine-print muted">{note}</p>
        <Button type="submit" variant="dark" size="sm" busy={props.isBusy ?? false}>
          {submit}
        </Button>
      </Form>
    </details>
  );
}
