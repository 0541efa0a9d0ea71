import { CircleAlert, TriangleAlert } from "lucide-react";
import { m } from "#messages/messages.js";
import type { PostAnswer } from "./post-answer.ts";

/** What went wrong with the sending, beside the button (SPEC.md §8); nothing after a success. */
export function PostFailure({
  answer,
  exceptionText = m.form_journey_exception(),
}: {
  answer: PostAnswer | null;
  /** Where SPEC.md §8 has words of the form's own for a post that nobody answered. */
  exceptionText?: string;
}) {
  const text = failureText(answer, exceptionText);
  if (!text) return null;
  const isWarning = answer?.kind === "refused" && findPhoneError(answer) !== undefined;
  const Icon = isWarning ? TriangleAlert : CircleAlert;
  return (
    <div
      className={isWarning ? "notice notice--warn mt-5" : "notice notice--bad mt-5"}
      role="alert"
    >
      <Icon className="icon" aria-hidden />
      <span>
        {text}
        {isUnexplained(answer) && <span className="block">{m.form_journey_kept()}</span>}
      </span>
    </div>
  );
}

function failureText(answer: PostAnswer | null, exceptionText: string): string | null {
  if (answer === null || answer.kind === "sent") return null;
  if (answer.kind === "failed") return exceptionText;
  if (answer.kind === "too_many") {
    return m.form_journey_too_many({ seconds: answer.retryAfterSeconds });
  }
  return findPhoneError(answer)?.message ?? m.form_journey_failed();
}

/** Nothing on the page shows what to put right: what counts is that nothing typed is lost. */
function isUnexplained(answer: PostAnswer | null): boolean {
  return (
    answer?.kind === "failed" || (answer?.kind === "refused" && answer.fieldErrors.length === 0)
  );
}

function findPhoneError({ fieldErrors }: Extract<PostAnswer, { kind: "refused" }>) {
  return fieldErrors.find(({ code }) => code === "phone_not_verified");
}
