import { CircleAlert, TriangleAlert } from "lucide-react";
import { m } from "#messages/messages.js";
import type { PostResponse } from "./post-response.ts";

/** Why the form was not sent, beside the button (SPEC.md §8); renders nothing after a success. */
export function PostFailure({
  result,
  exceptionText = m.form_journey_exception(),
}: {
  result: PostResponse | null;
  /** The text for a post without a response, if SPEC.md §8 has a special one for this form. */
  exceptionText?: string;
}) {
  const text = failureText(result, exceptionText);
  if (!text) return null;
  const isWarning = result?.kind === "refused" && findPhoneError(result) !== undefined;
  const Icon = isWarning ? TriangleAlert : CircleAlert;
  return (
    <div
      className={isWarning ? "notice notice--warn mt-5" : "notice notice--bad mt-5"}
      role="alert"
    >
      <Icon className="icon" aria-hidden />
      <span>
        {text}
        {isUnexplained(result) && <span className="block">{m.form_journey_kept()}</span>}
      </span>
    </div>
  );
}

function failureText(response: PostResponse | null, exceptionText: string): string | null {
  if (response === null || response.kind === "sent") return null;
  if (response.kind === "failed") return exceptionText;
  if (response.kind === "too_many") {
    return m.form_journey_too_many({ seconds: response.retryAfterSeconds });
  }
  return findPhoneError(response)?.message ?? m.form_journey_failed();
}

/** Nothing on the page shows what to correct, so the message says that nothing typed is lost. */
function isUnexplained(response: PostResponse | null): boolean {
  return (
    response?.kind === "failed" ||
    (response?.kind === "refused" && response.fieldErrors.length === 0)
  );
}

function findPhoneError({ fieldErrors }: Extract<PostResponse, { kind: "refused" }>) {
  return fieldErrors.find(({ code }) => code === "phone_not_verified");
}
