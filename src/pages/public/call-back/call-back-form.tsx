import { CircleCheck } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { Questions } from "#forms/page/step-questions.tsx";
import { FormStart } from "#forms/page/form-start.tsx";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { describeReplyBy } from "#pages/public/form-journey/reply-by.ts";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { useFormPost } from "#pages/public/form-journey/use-form-post.ts";
import { viewWithErrors } from "#pages/public/form-journey/view-with-errors.ts";
import { Button } from "#ui/button.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import { callBackQuestions } from "./call-back-questions.ts";

/**
 * The four fields and their button; after the post, a thank-you in their place, without a new page.
 */
export function CallBackForm({ subject }: { subject?: string | undefined }) {
  const { isSending, result, submit } = useFormPost();
  const view = useMemo(() => {
    const plain = {
      slug: "request",
      title: "",
      titleIs: "heading" as const,
      questions: callBackQuestions(subject),
      errorSummary: undefined,
    };
    return result?.kind === "refused" ? viewWithErrors(plain, result.fieldErrors) : plain;
  }, [subject, result]);
  if (result?.kind === "sent") return <Thanks {...result} />;
  return (
    <form
      method="post"
      action={hrefIn(paths.formPost("call-back"))}
      noValidate
      onSubmit={submit}
      {...NEEDS_SCRIPT}
    >
      <FormStart view={view} />
      <Questions view={view} className="call-back-questions" />
      <PostFailure result={result} />
      <Button type="submit" block className="mt-5" busy={isSending}>
        {isSending ? m.form_journey_sending() : m.call_back_button()}
      </Button>
    </form>
  );
}

function Thanks({ reference, contactBy }: { reference: string; contactBy: string | null }) {
  const thanks = useRef<HTMLDivElement>(null);
  const replyBy = contactBy && describeReplyBy(new Date(contactBy), getLocale());
  // The button that had the focus no longer exists.
  useEffect(() => thanks.current?.focus(), []);
  return (
    <div className="notice notice--ok" role="status" ref={thanks} tabIndex={-1} data-focus-quiet>
      <CircleCheck className="icon" aria-hidden />
      <div>
        <p>{m.call_back_thanks()}</p>
        <p className="small figures font-normal">{m.call_back_thanks_reference({ reference })}</p>
        <p className="small font-normal">
          {[m.call_back_sent_next_contact(), replyBy].filter(Boolean).join(" ")}
        </p>
      </div>
    </div>
  );
}

/** The call-back card of the home page and of pages whose own form is not available yet. */
export function CallBackSection({ subject }: { subject?: string | undefined }) {
  if (!isOffered("call_back")) return null;
  return (
    <section className="card call-back-card" id="call-back" aria-labelledby="call-back-title">
      <h2 id="call-back-title" className="text-h3">
        {m.call_back_form_title()}
      </h2>
      <p className="muted small mt-1.5 mb-3 sm:mb-5">{m.call_back_lead()}</p>
      <CallBackForm subject={subject} />
    </section>
  );
}
