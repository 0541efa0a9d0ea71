import { useId } from "react";
import { ENGLISH_CHOSEN } from "#forms/english-chosen.ts";
import { m } from "#messages/messages.js";
import { FieldError } from "#ui/field.tsx";

/** The express choice of English, beside the contract texts that it is about. */
export function EnglishChoice({
  isTicked,
  isMissing,
}: {
  isTicked: boolean;
  /** The form was posted without it. */
  isMissing: boolean;
}) {
  const errorId = useId();
  return (
    <div role={isMissing ? "alert" : undefined}>
      <label className="checkbox-row checkbox-row--top py-1.5 small">
        <input
          className="choice-input"
          type="checkbox"
          name={ENGLISH_CHOSEN.name}
          value="yes"
          defaultChecked={isTicked}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? errorId : undefined}
        />
        <i aria-hidden />
        <span>{m.english_chosen_label()}</span>
      </label>
      <FieldError
        id={errorId}
        error={isMissing ? m.english_chosen_error_french_first() : undefined}
      />
    </div>
  );
}
