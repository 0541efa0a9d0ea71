import { CircleAlert } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { m } from "#messages/messages.js";

/** Connects a control with its label, hint and error; spread it on the control. */
type FieldControl = {
  id: string;
  className: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
};

type FieldProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what is wrong and how to correct it. */
  error?: string | undefined;
  /** Adds "(optional)" to the label: fields are required by default, and not marked. */
  optional?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** Label, hint, control and error of one answer. */
export function Field({ id, label, hint, error, optional, className = "", children }: FieldProps) {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={`field ${className}`.trim()}>
      <label htmlFor={id}>
        {label} {optional && <span className="field-optional">{m.ui_optional()}</span>}
      </label>
      {hint && (
        <span className="field-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {children({
        id,
        className: "control",
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** The error line under a field or a group of choices; renders nothing without an error. */
export function FieldError({ id, error }: { id: string; error?: string | undefined }) {
  if (!error) return null;
  return (
    <span className="field-error" id={id}>
      <CircleAlert className="icon size-4" aria-hidden />
      <span>
        <span className="sr-only">{m.ui_error_prefix()} </span>
        {error}
      </span>
    </span>
  );
}

type Described = Omit<FieldProps, "children" | "id" | "className"> & { name: string };

/** A labelled text input. Its id is its name unless another is given. */
export function TextField({
  label,
  hint,
  error,
  optional,
  id,
  ...input
}: Described & ComponentProps<"input">) {
  return (
    <Field id={id ?? input.name} label={label} hint={hint} error={error} optional={optional}>
      {(control) => <input {...input} {...control} />}
    </Field>
  );
}

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  id,
  ...input
}: Described & ComponentProps<"textarea">) {
  return (
    <Field id={id ?? input.name} label={label} hint={hint} error={error} optional={optional}>
      {(control) => <textarea {...input} {...control} />}
    </Field>
  );
}

export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  ...select
}: Described & ComponentProps<"select">) {
  return (
    <Field id={id ?? select.name} label={label} hint={hint} error={error} optional={optional}>
      {(control) => <select {...select} {...control} />}
    </Field>
  );
}
