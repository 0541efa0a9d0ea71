import { useState } from "react";
import { m } from "#messages/messages.js";
import { controlAttributes, FieldFrame } from "./field-frame.tsx";
import type { QuestionFrame, TextareaView } from "#forms/view-model.ts";

/** From here on the rest is told; before, a count would only be noise. */
const TELL_BELOW = 0.1;

export function TextareaField({
  question,
  asTitle,
}: {
  question: QuestionFrame & TextareaView;
  asTitle: boolean;
}) {
  const { value, maxLength, rows } = question;
  const [length, setLength] = useState(value.length);
  const left = maxLength - length;
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      <textarea
        {...controlAttributes(question)}
        className="in"
        rows={rows}
        defaultValue={value}
        onInput={(event) => setLength(event.currentTarget.value.length)}
      />
      <span className="hint num" aria-live="polite">
        {left < 0 && m.form_control_characters_over({ count: -left })}
        {left >= 0 &&
          left < maxLength * TELL_BELOW &&
          m.form_control_characters_left({ count: left })}
      </span>
    </FieldFrame>
  );
}
