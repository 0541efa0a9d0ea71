import { useId, useRef, useState } from "react";
import type { InputView } from "#forms/questions/control-view.ts";
import type { QuestionFrame } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { controlAttributes, FieldFrame } from "./field-frame.tsx";

const LEVELS = [
  m.forms_password_weak,
  m.forms_password_fair,
  m.forms_password_good,
  m.forms_password_strong,
] as const;

/**
 * A password, with a button to show it: people who see what they type make fewer mistakes and
 * choose longer passwords (NIST SP 800-63B-4 §3.1.1.2). The strength of a new one is shown; the
 * server decides.
 */
export function PasswordField(props: { question: QuestionFrame & InputView; asTitle: boolean }) {
  const { question, asTitle } = props;
  const [isShown, setShown] = useState(false);
  const [level, setLevel] = useState<number | null>(null);
  const newest = useRef("");
  const meterId = useId();
  const isNew = question.autocomplete === "new-password";

  const measure = async (typed: string) => {
    newest.current = typed;
    const { countGuessableParts, FEWEST_PARTS } = await import("#values/password-strength.ts");
    if (newest.current !== typed) return;
    const parts = countGuessableParts(typed, [site.name]);
    const reached = [FEWEST_PARTS, 11, 15].filter((least) => parts >= least).length;
    setLevel(typed === "" ? null : reached);
  };
  return (
    <FieldFrame question={question} asTitle={asTitle}>
      <div className="flex gap-2">
        <input
          {...controlAttributes(question)}
          className="control min-w-0 grow"
          type={isShown ? "text" : "password"}
          defaultValue={question.value}
          autoComplete={question.autocomplete}
          spellCheck={false}
          autoCapitalize="none"
          onInput={isNew ? (event) => void measure(event.currentTarget.value) : undefined}
        />
        <button
          type="button"
          className="button button--ghost with-script"
          aria-pressed={isShown}
          aria-controls={question.id}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? m.forms_password_hide() : m.forms_password_show()}
        </button>
      </div>
      {level !== null && (
        <p className="small muted flex items-center gap-3" aria-live="polite">
          <meter
            className="w-32 shrink-0"
            aria-labelledby={meterId}
            min={0}
            max={LEVELS.length}
            value={level + 1}
          />
          <span id={meterId}>{LEVELS[level]?.()}</span>
        </p>
      )}
    </FieldFrame>
  );
}
