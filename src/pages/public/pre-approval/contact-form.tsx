import { Info } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";
import { StepForm } from "#forms/page/step-form.tsx";
import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { ElsewhereProblems } from "#pages/public/form-journey/elsewhere-problems.tsx";
import type { PostAnswer } from "#pages/public/form-journey/post-answer.ts";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { useQuietSaving } from "#pages/public/form-journey/use-quiet-saving.ts";
import { useFormPost } from "#pages/public/form-journey/use-form-post.ts";
import { viewWithProblems } from "#pages/public/form-journey/view-with-problems.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { ContactExtras } from "./contact-step.server.ts";
import { MarketingBoxes } from "#pages/public/form-journey/marketing-boxes.tsx";
import { PhoneVerification } from "#pages/public/phone-code/phone-verification.tsx";
import { WholeSummary } from "./request-summary.tsx";

/** The last step: who one is, the phone's code, a look at all answers, and the sending. */
export function ContactForm({ view, contact }: { view: StepView; contact: ContactExtras }) {
  const navigate = useNavigate();
  const onAnswer = useCallback(
    (answer: PostAnswer) => {
      if (answer.kind === "sent") void navigate(hrefIn(paths.preApprovalSent(answer.reference)));
    },
    [navigate],
  );
  const { isSending, answer, submit, forget } = useFormPost(onAnswer);
  const problems = answer?.kind === "refused" ? answer.problems : null;
  const shown = useMemo(
    () => (problems ? viewWithProblems(view, problems) : view),
    [view, problems],
  );
  const save = useQuietSaving(contact.stepAction);
  const isSent = answer?.kind === "sent";
  return (
    <StepForm
      view={shown}
      onSubmit={submit}
      {...save}
      busyLabel={isSending || isSent ? m.form_journey_sending() : undefined}
    >
      <PhoneVerification contact={contact} onPress={forget} />
      {contact.creditAgeNote && (
        <p className="notice notice--plain mt-6">
          <Info className="icon" aria-hidden />
          {contact.creditAgeNote}
        </p>
      )}
      <MarketingBoxes marketing={contact.marketing} />
      <WholeSummary
        title={m.pre_approval_check_title()}
        rows={view.summary.rows}
        note={m.pre_approval_sealed_note()}
      />
      <ElsewhereProblems problems={problems} view={view} />
      <PostFailure answer={answer} />
    </StepForm>
  );
}
