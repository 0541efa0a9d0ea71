import { Lock } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { TextAreaField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import type { RevealResult } from "./reveal.server.ts";
import type { AnswerRow } from "#pages/form/view-answers.server.ts";

/** What the page needs to open a sealed answer, and the answer that was just opened, if any. */
export type RevealView = {
  action: string;
  /** The command that opens it; null for a viewer who may not. */
  press: PressName | null;
  isFactorFresh: boolean;
  result: RevealResult | null;
};

const SHOWN_MS = 60_000;

/** A sealed answer: masked, with a form that opens it, or shown for a minute. */
export function SealedAnswer({ row, reveal }: { row: AnswerRow; reveal: RevealView }) {
  const result = reveal.result?.question === row.question ? reveal.result : null;
  const isOver = useIsOver(result);
  if (result?.ok && !isOver) {
    return (
      <span role="status" className="print:hidden">
        <b className="figures">{result.value}</b>
        <span className="fine-print muted block font-normal">{m.staff_reveal_shown()}</span>
      </span>
    );
  }
  return (
    <div>
      <span className="flex items-center gap-2">
        <span aria-hidden>{row.value}</span>
        <span className="chip chip--outline">
          <Lock className="icon size-4" aria-hidden /> {m.staff_sealed()}
        </span>
      </span>
      {reveal.press && (
        <details className="mt-1 font-normal print:hidden" open={result?.ok === false}>
          <summary className="small">{m.staff_reveal({ answer: row.name })}</summary>
          {reveal.isFactorFresh ? (
            <ReasonForm
              action={reveal.action}
              press={reveal.press}
              hint={m.staff_reveal_reason_hint()}
              result={result}
              question={row.question}
              submit={m.staff_reveal_submit()}
            />
          ) : (
            <ConfirmFirst />
          )}
        </details>
      )}
    </div>
  );
}

/**
 * Whether an opened answer has been shown for its full time. Without JavaScript it stays until the
 * viewer leaves the page.
 */
function useIsOver(result: RevealResult | null): boolean {
  const [over, setOver] = useState<RevealResult | null>(null);
  useEffect(() => {
    if (!result?.ok) return;
    const timer = setTimeout(() => setOver(result), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);
  return result !== null && over === result;
}

/** Opens sealed answers, with a reason that is recorded. */
function ReasonForm(props: {
  action: string;
  hint: string;
  result: RevealResult | null;
  press: PressName | null;
  /** The question to open; if absent, all of the lead's. */
  question?: string;
  submit: string;
}) {
  const { action, hint, result, press, question, submit } = props;
  const isBusy = useNavigation().state !== "idle";
  const refusal = result?.ok === false ? result : null;
  return (
    <CommandForm
      press={press}
      fields={question === undefined ? {} : { reveal: question }}
      action={action}
      preventScrollReset
      autoComplete="off"
      className="mt-2"
    >
      <TextAreaField
        id={`reason-${question ?? press}`}
        name="reason"
        label={m.staff_reveal_reason_label()}
        hint={hint}
        error={refusal?.text}
        rows={2}
        defaultValue={refusal?.reason}
      />
      <Button type="submit" variant="dark" className="mt-2" busy={isBusy}>
        {submit}
      </Button>
    </CommandForm>
  );
}

/** Sends the lead's dealership a link by e-mail to see the sealed answers once. */
export function SealedViewForm({ reveal, dealership }: { reveal: RevealView; dealership: string }) {
  const result = reveal.result?.question === "sealed-view" ? reveal.result : null;
  return (
    <details className="small mt-4 print:hidden" open={result !== null}>
      <summary>{m.staff_sealed_view_title({ dealership })}</summary>
      {result?.ok ? (
        <p className="mt-2" role="status">
          {m.staff_sealed_view_sent()}
        </p>
      ) : reveal.isFactorFresh ? (
        <ReasonForm
          action={reveal.action}
          hint={m.staff_sealed_view_hint()}
          result={result}
          press={reveal.press}
          submit={m.staff_sealed_view_send()}
        />
      ) : (
        <ConfirmFirst />
      )}
    </details>
  );
}

/** An old session is not enough: the second factor is asked for again. */
function ConfirmFirst() {
  const { pathname, search } = useLocation();
  const returnTo = new URLSearchParams({ returnTo: pathname + search });
  return (
    <p className="small mt-2">
      {m.staff_reveal_confirm_first()}{" "}
      <Link to={`${paths.freshFactor()}?${returnTo}`}>{m.staff_reveal_confirm()}</Link>
    </p>
  );
}
