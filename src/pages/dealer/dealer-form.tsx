import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { TextField } from "#ui/field.tsx";
import type { DealerAnswer } from "./dealer-answer.ts";

type DealerFormProps = {
  /** Tells a page's forms apart; the ids of its fields begin with it. */
  form: string;
  answer: DealerAnswer | undefined;
  submit: string;
  look?: "primary" | "ghost";
  action?: string;
  hidden?: Record<string, string | null>;
  encType?: "multipart/form-data";
  /** Further buttons, after the one that Enter presses. */
  beside?: ReactNode;
  children?: ReactNode;
};

/** A form of the dealership: what is wrong with it, its fields, its button. It posts whole documents. */
export function DealerForm(props: DealerFormProps) {
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

type DealerFieldProps = Omit<React.ComponentProps<typeof TextField>, "id" | "error" | "name"> & {
  form: string;
  name: string;
  answer: DealerAnswer | undefined;
};

/** A field of such a form: what was typed stands in it again. */
export function DealerField({ form, name, answer, defaultValue, ...field }: DealerFieldProps) {
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
