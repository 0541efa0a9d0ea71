import { lazy, type ReactNode } from "react";
import { CityField } from "./location-field.tsx";
import { controlAttributes, FieldFrame } from "./field-frame.tsx";
import type { InputView } from "#forms/questions/control-view.ts";
import type { QuestionFrame } from "#forms/view-model.ts";

/** For pages that ask for one. */
const PasswordField = lazy(async () => {
  const password = await import("./password-field.tsx");
  return { default: password.PasswordField };
});

export function InputField({
  question,
  asTitle,
}: {
  question: QuestionFrame & InputView;
  asTitle: boolean;
}) {
  if (question.suggests === "city") return <CityField question={question} asTitle={asTitle} />;
  if (question.type === "password") return <PasswordField question={question} asTitle={asTitle} />;
  const isShort = question.type === "number" || question.inputMode === "decimal";
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      <Unit prefix={question.prefix} suffix={question.suffix}>
        <input
          {...controlAttributes(question)}
          className={isShort && asTitle ? "control max-w-80" : "control"}
          type={question.type}
          defaultValue={question.value}
          autoComplete={question.autocomplete}
          inputMode={question.inputMode}
          min={question.min}
          max={question.max}
          step={question.step}
          readOnly={question.readOnly}
          // A code may be pasted in two groups.
          maxLength={question.digits === undefined ? undefined : question.digits + 1}
          spellCheck={question.spellCheck}
          autoCapitalize={question.autoCapitalize}
          onWheel={question.type === "number" ? blurOnWheel : undefined}
        />
      </Unit>
    </FieldFrame>
  );
}

/** Scrolling over a focused number field would change it unnoticed. */
function blurOnWheel(event: React.WheelEvent<HTMLInputElement>): void {
  event.currentTarget.blur();
}

function Unit({
  prefix,
  suffix,
  children,
}: {
  prefix?: string;
  suffix?: string;
  children: ReactNode;
}) {
  if (prefix) return <div className="control-unit max-w-80">{children}</div>;
  if (!suffix) return children;
  return (
    <div className="control-unit control-unit--end max-w-80" data-unit={suffix}>
      {children}
    </div>
  );
}
