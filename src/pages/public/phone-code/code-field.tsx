import type { KeyboardEvent, ReactNode } from "react";
import { m } from "#messages/messages.js";

/** SPEC.md §9. */
const PHONE_CODE_DIGITS = 6;

/** The field for an SMS code; `describedBy` is the id of the element with its error. */
export function CodeField(props: {
  describedBy: string;
  isInvalid: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  className?: string;
  children?: ReactNode;
}) {
  const { describedBy, isInvalid, onKeyDown, className, children } = props;
  return (
    <div className={className ? `field ${className}` : "field"}>
      <label htmlFor="verificationCode">{m.phone_code_label()}</label>
      <span className="field-hint" id="verificationCode-hint">
        {m.phone_code_hint()}
      </span>
      <input
        id="verificationCode"
        name="verificationCode"
        className="control control--code"
        size={PHONE_CODE_DIGITS}
        // One more than the digits, for the space of a pasted "123 456": it would be cut silently.
        maxLength={PHONE_CODE_DIGITS + 1}
        inputMode="numeric"
        autoComplete="one-time-code"
        aria-describedby={`verificationCode-hint ${describedBy}`}
        aria-invalid={isInvalid || undefined}
        onKeyDown={onKeyDown}
      />
      {children}
    </div>
  );
}
