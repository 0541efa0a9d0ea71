import { InputField } from "./input-field.tsx";
import { LocationField } from "./location-field.tsx";
import { type OptionPicture, RadiosField } from "./radios-field.tsx";
import { SelectField } from "./select-field.tsx";
import type {
  CheckboxesView,
  CheckboxView,
  PartsView,
  TextareaView,
} from "#forms/questions/control-view.ts";
import type { QuestionFrame, QuestionView, ShowWhen } from "#forms/view-model.ts";
import { type ReactNode, useRef, useState } from "react";
import { useControlValue } from "./use-control-value.ts";
import { FieldError } from "#ui/field.tsx";
import { controlAttributes, FieldsetFrame, FieldFrame } from "./field-frame.tsx";
import { FieldNotes } from "./field-notes.tsx";
import { m } from "#messages/messages.js";

/** One question with its label, hint, control and error, whatever its control. */
export function QuestionField({
  question,
  asTitle = false,
  picture,
}: {
  question: QuestionView;
  /** Its label is the page's heading. */
  asTitle?: boolean;
  picture?: OptionPicture;
}) {
  const control = chooseControl(question, asTitle, picture);
  return question.showWhen ? (
    <ShownWhen condition={question.showWhen}>{control}</ShownWhen>
  ) : (
    control
  );
}

function chooseControl(
  question: QuestionView,
  asTitle: boolean,
  picture: OptionPicture | undefined,
) {
  switch (question.control) {
    case "radios":
      return <RadiosField question={question} asTitle={asTitle} picture={picture} />;
    case "input":
      return <InputField question={question} asTitle={asTitle} />;
    case "textarea":
      return <TextareaField question={question} asTitle={asTitle} />;
    case "select":
      return <SelectField question={question} asTitle={asTitle} />;
    case "parts":
      return <PartsField question={question} asTitle={asTitle} />;
    case "place":
      return <LocationField question={question} asTitle={asTitle} />;
    case "checkbox":
      return <CheckboxField question={question} />;
    case "checkboxes":
      return <CheckboxesField question={question} asTitle={asTitle} />;
  }
}

/**
 * Hides a question until the answer beside it requires it. Without JavaScript it is always shown
 * with its hint, and the server decides; so it is if the form does not have the other control.
 */
export function ShownWhen({ condition, children }: { condition: ShowWhen; children: ReactNode }) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const [years, months] = ("below" in condition && condition.parts) || [];
  const value = useControlValue(fieldset, condition.name);
  const inYears = useControlValue(fieldset, years);
  const inMonths = useControlValue(fieldset, months);
  const input = inYears === undefined ? value : addMonths(inYears, inMonths);
  const isShown = input === undefined || meets(condition, input);
  // The browser neither submits nor validates a disabled fieldset's controls.
  return (
    <fieldset ref={fieldset} role="presentation" hidden={!isShown} disabled={!isShown}>
      {children}
    </fieldset>
  );
}

/** A duration in two fields, as months; empty if both are empty. */
function addMonths(years: string, months = ""): string {
  if (years.trim() === "" && months.trim() === "") return "";
  return String(Number(years) * 12 + Number(months));
}

function meets(condition: ShowWhen, value: string): boolean {
  if ("values" in condition) return condition.values.includes(value);
  return value.trim() !== "" && Number(value) < condition.below;
}

/** One box, never ticked in advance; its label is the text of the consent. */
function CheckboxField({ question }: { question: QuestionFrame & CheckboxView }) {
  return (
    <div className="field">
      <label className="checkbox-row checkbox-row--top">
        <input
          {...controlAttributes(question)}
          className="choice-input"
          type="checkbox"
          value={question.value}
          defaultChecked={question.checked}
        />
        <i aria-hidden />
        <span>
          {question.label} {question.optionalText}
        </span>
      </label>
      {question.hint && (
        <span className="field-hint" id={`${question.idBase}-hint`}>
          {question.hint}
        </span>
      )}
      <FieldError id={`${question.idBase}-error`} error={question.error} />
      <FieldNotes question={question} />
    </div>
  );
}

function CheckboxesField({
  question,
  asTitle,
}: {
  question: QuestionFrame & CheckboxesView;
  asTitle: boolean;
}) {
  return (
    <FieldsetFrame question={question} asTitle={asTitle}>
      <div className="grid gap-x-5 sm:grid-cols-2">
        {question.options.map(({ name, value, label, checked }) => (
          <label key={name} className="checkbox-row">
            <input
              id={name}
              name={name}
              className="choice-input"
              type="checkbox"
              value={value}
              defaultChecked={checked}
              aria-describedby={question.error ? `${question.idBase}-error` : undefined}
            />
            <i aria-hidden />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </FieldsetFrame>
  );
}

/** Short text fields side by side. No field jumps to the next: people correct what they typed. */
function PartsField({
  question,
  asTitle,
}: {
  question: QuestionFrame & PartsView;
  asTitle: boolean;
}) {
  const wrongId = question.errorId ?? question.id;
  const { parts, mayLackParts = false } = question;
  const [isFilled, setFilled] = useState(() => parts.some(({ value }) => value !== ""));
  const isRequired = question.required && !(mayLackParts && isFilled);
  return (
    <FieldsetFrame question={question} asTitle={asTitle}>
      <div
        className="flex gap-3"
        onInput={(event) => {
          const inputs = [...event.currentTarget.querySelectorAll("input")];
          setFilled(inputs.some(({ value }) => value.trim() !== ""));
        }}
      >
        {parts.map(({ name, id, label, value, autocomplete, size }) => (
          <div
            key={name}
            className={
              size === 10 ? "field min-w-0 max-w-40 flex-3" : "field min-w-0 max-w-24 flex-2"
            }
          >
            <label htmlFor={id}>{label}</label>
            <input
              id={id}
              name={name}
              className="control"
              defaultValue={value}
              // A month may be typed by its name, so it keeps the keyboard with letters.
              inputMode={size === 10 ? undefined : "numeric"}
              autoComplete={autocomplete}
              required={isRequired}
              aria-invalid={
                question.error && isInvalidPart(id, wrongId, question.id) ? true : undefined
              }
              aria-describedby={question.error ? `${question.idBase}-error` : undefined}
            />
          </div>
        ))}
      </div>
    </FieldsetFrame>
  );
}

/** An error about the whole answer points at its first field and marks all of them. */
function isInvalidPart(id: string, wrongId: string, firstId: string): boolean {
  return wrongId === firstId || wrongId === id;
}

/** The share of remaining characters from which they are announced; earlier it would disturb. */
const ANNOUNCE_BELOW = 0.1;

function TextareaField({
  question,
  asTitle,
}: {
  question: QuestionFrame & TextareaView;
  asTitle: boolean;
}) {
  const { value, maxLength, rows } = question;
  const [length, setLength] = useState(value.length);
  const remaining = maxLength - length;
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      <textarea
        {...controlAttributes(question)}
        className="control"
        rows={rows}
        defaultValue={value}
        onInput={(event) => setLength(event.currentTarget.value.length)}
      />
      <span className="field-hint figures" aria-live="polite">
        {remaining < 0 && m.form_control_characters_over({ count: -remaining })}
        {remaining >= 0 &&
          remaining < maxLength * ANNOUNCE_BELOW &&
          m.form_control_characters_left({ count: remaining })}
      </span>
    </FieldFrame>
  );
}
