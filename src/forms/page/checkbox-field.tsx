import { FieldError } from "#ui/field.tsx";
import { controlAttributes } from "./field-frame.tsx";
import type { CheckboxView, QuestionFrame } from "#forms/view-model.ts";

/** One box that is never ticked beforehand; its label is what one agrees to. */
export function CheckboxField({ question }: { question: QuestionFrame & CheckboxView }) {
  return (
    <div className="f">
      <label className="ck top">
        <input
          {...controlAttributes(question)}
          className="over"
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
        <span className="hint" id={`${question.name}-hint`}>
          {question.hint}
        </span>
      )}
      <FieldError id={`${question.name}-error`} error={question.error} />
    </div>
  );
}
