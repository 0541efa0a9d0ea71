import type { ReactNode } from "react";
import { Form } from "react-router";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

type CounterFormProps = {
  /** Of the field: a page may hold one of each offer. */
  id: string;
  /** What the form says of itself while it is closed. */
  summary: ReactNode;
  hidden: Readonly<Record<string, string>>;
  label: string;
  hint: string;
  limits: { min: number; max: number; step: number };
  /** What was typed and could not be read, with what to do about it: the form then stands open. */
  refused: { typed: string; error: string } | null;
  /** What sending it means. */
  note: string;
  submit: string;
  isBusy?: boolean;
  /** Posts a whole document, as the other forms of its page do. */
  reloadDocument?: boolean;
};

/** The price that a seller names in return for one that was offered; closed until it is wanted. */
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
