import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";
import type { VinResult } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import { StepForm } from "#forms/page/step-form.tsx";
import { m } from "#messages/messages.js";
import type { PostResponse, PostFieldError } from "#pages/public/form-journey/post-response.ts";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { isSavingForLater, SaveForLater } from "#pages/public/form-journey/save-for-later.tsx";
import { useAutosave } from "#pages/public/form-journey/use-autosave.ts";
import { useFormPost } from "#pages/public/form-journey/use-form-post.ts";
import { viewWithErrors } from "#pages/public/form-journey/view-with-errors.ts";
import type { WizardParts } from "#pages/public/form-journey/wizard.ts";
import { PhoneVerification } from "#pages/public/phone-code/phone-verification.tsx";
import { VinLookup } from "#pages/public/vin/vin-lookup.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { StepPage } from "./open-wizard.server.ts";
import type { StepView } from "#forms/view-model.ts";
import { Link } from "#ui/link.tsx";

type Step = Pick<StepPage<unknown>, "view" | "stepHref" | "phone" | "vinFills"> & {
  parts: WizardParts;
  vin: VinResult | undefined;
};

/** The questions, and beside them what helps to answer. */
export function OneStepForm({ step, hasFailed }: { step: Step; hasFailed: boolean }) {
  const { view, stepHref, phone, vinFills, vin, parts } = step;
  const save = useAutosave(stepHref);
  const after = vinFills
    ? {
        ...parts.after,
        vin: (
          <>
            {parts.after?.["vin"]}
            <VinLookup fills={vinFills} result={vin} />
          </>
        ),
      }
    : parts.after;
  return (
    <StepForm
      view={view}
      picture={parts.picture}
      after={after}
      {...save}
      below={<SaveForLater saveHref={stepHref} />}
    >
      {phone && <PhoneVerification widget={phone} text={parts.phoneText} />}
      <PostFailure result={hasFailed ? { kind: "failed" } : null} />
    </StepForm>
  );
}

/** The last step: all answers, the consents, and the submit button (SPEC.md §7, §8). */
export function LastStepForm({ step }: { step: Step }) {
  const { view, stepHref, phone, parts } = step;
  const { last, sentPath } = parts;
  const navigate = useNavigate();
  const onResponse = useCallback(
    (response: PostResponse) => {
      // The next page says that it was sent, with the next steps.
      if (response.kind === "sent") void navigate(hrefIn(sentPath(response.reference)));
    },
    [navigate, sentPath],
  );
  const { isSending, result, submit, forget } = useFormPost(onResponse);
  const errors = result?.kind === "refused" ? result.fieldErrors : null;
  const shown = useMemo(() => (errors ? viewWithErrors(view, errors) : view), [view, errors]);
  const save = useAutosave(stepHref);
  const isBusy = isSending || result?.kind === "sent";
  return (
    <StepForm
      view={last?.drawsQuestions ? { ...shown, questions: [] } : shown}
      onSubmit={(event) => {
        // The router handles a post that only saves.
        if (!isSavingForLater(event)) submit(event);
      }}
      {...save}
      below={<SaveForLater saveHref={stepHref} />}
      busyLabel={isBusy ? m.form_journey_sending() : undefined}
    >
      {phone && <PhoneVerification widget={phone} text={parts.phoneText} onPress={forget} />}
      {last?.above(shown)}
      {last?.below}
      <ElsewhereErrors errors={errors} view={view} />
      <PostFailure result={result} />
    </StepForm>
  );
}

/** Errors of other steps, each with a link there and back. */
function ElsewhereErrors({
  errors,
  view,
}: {
  errors: readonly PostFieldError[] | null;
  view: Pick<StepView, "slug" | "summary">;
}) {
  const elsewhere = (errors ?? []).filter(({ step }) => step !== view.slug);
  if (elsewhere.length === 0) return null;
  return (
    <div className="notice notice--bad mt-5" role="alert">
      <div>
        <p>{m.form_journey_elsewhere()}</p>
        <ul className="mt-1 grid gap-1">
          {elsewhere.map((error) => (
            <li key={error.field}>
              <ErrorLink error={error} view={view} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function ErrorLink({ error, view }: { error: PostFieldError; view: Pick<StepView, "summary"> }) {
  const row = view.summary.rows.find(({ key }) => key === error.field);
  return row ? <Link to={row.changeHref}>{error.message}</Link> : error.message;
}
