import type { ReactNode } from "react";
import { FieldError } from "#ui/field.tsx";
import { FieldNotes } from "./field-notes.tsx";
import type { QuestionFrame } from "#forms/view-model.ts";

/** The label of one control; where the step's title is that label, it is the page's heading. */
export function FieldFrame({
  question,
  asTitle,
  children,
}: {
  question: QuestionFrame;
  asTitle: boolean;
  children: ReactNode;
}) {
  const label = <LabelText question={question} />;
  return (
    <div className="field">
      {asTitle ? (
        <h1>
          <label htmlFor={question.id} className="[font:inherit]">
            {label}
          </label>
        </h1>
      ) : (
        <label htmlFor={question.id}>{label}</label>
      )}
      <FieldHint question={question} isLarge={asTitle} />
      {children}
      <FieldError id={`${question.idBase}-error`} error={question.error} />
      <FieldNotes question={question} />
    </div>
  );
}

/** The legend of several controls that are one answer, with the same hint and error. */
export function FieldsetFrame({
  question,
  asTitle,
  role,
  children,
}: {
  question: QuestionFrame;
  asTitle: boolean;
  role?: "radiogroup";
  children: ReactNode;
}) {
  const label = <LabelText question={question} />;
  return (
    <fieldset
      className="grid gap-1.5"
      role={role}
      aria-describedby={question.describedBy}
      aria-invalid={role && question.error ? true : undefined}
    >
      <legend className="field-label mb-1.5">{asTitle ? <h1>{label}</h1> : label}</legend>
      <FieldHint question={question} isLarge={asTitle} />
      {children}
      <FieldError id={`${question.idBase}-error`} error={question.error} />
      <FieldNotes question={question} />
    </fieldset>
  );
}

function LabelText({ question }: { question: QuestionFrame }) {
  return (
    <>
      {question.label}
      {question.optionalText && <span className="field-optional"> {question.optionalText}</span>}
    </>
  );
}

function FieldHint({ question, isLarge }: { question: QuestionFrame; isLarge: boolean }) {
  const className = isLarge ? "question-hint" : "field-hint";
  return (
    <>
      {question.hint && (
        <span className={className} id={`${question.idBase}-hint`}>
          {question.hint}
        </span>
      )}
      {question.storedText && <span className="field-hint">{question.storedText}</span>}
    </>
  );
}

/** What every control of a question carries. */
export function controlAttributes(question: QuestionFrame) {
  return {
    id: question.id,
    name: question.name,
    required: question.required,
    "aria-describedby": question.describedBy,
    "aria-invalid": question.error ? (true as const) : undefined,
  };
}
