import { FieldsetFrame } from "./field-frame.tsx";
import type { DateView, QuestionFrame } from "#forms/view-model.ts";

/** Three short text fields. No field jumps to the next: people correct what they typed. */
export function DateField({
  question,
  asTitle,
}: {
  question: QuestionFrame & DateView;
  asTitle: boolean;
}) {
  const wrongId = question.errorId ?? question.id;
  return (
    <FieldsetFrame question={question} asTitle={asTitle}>
      <div className="flex flex-wrap gap-3">
        {question.parts.map(({ name, id, label, value, autocomplete, size }) => (
          <div key={name} className="f">
            <label htmlFor={id}>{label}</label>
            <input
              id={id}
              name={name}
              className={size === 10 ? "in w-40" : "in w-24"}
              defaultValue={value}
              // A month may be typed by its name, so it keeps the keyboard with letters.
              inputMode={size === 10 ? undefined : "numeric"}
              autoComplete={autocomplete}
              required={question.required}
              aria-invalid={question.error && isMarked(id, wrongId, question.id) ? true : undefined}
              aria-describedby={question.error ? `${question.name}-error` : undefined}
            />
          </div>
        ))}
      </div>
    </FieldsetFrame>
  );
}

/** An error about the whole date points at its first field and marks all three. */
function isMarked(id: string, wrongId: string, firstId: string): boolean {
  return wrongId === firstId || wrongId === id;
}
