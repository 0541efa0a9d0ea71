import { FormStart } from "#forms/page/form-start.tsx";
import { Questions } from "#forms/page/step-questions.tsx";
import type { StepView } from "#forms/view-model.ts";
import { PhoneVerification } from "#pages/public/phone-code/phone-verification.tsx";
import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { CommandButton } from "#pages/command/command-button.tsx";
import type { LeadPhonePress } from "#pages/public/phone-code/lead-phone.server.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/form-post.page.ts";
import { handleFormPost, formOfPost, type RefusedPost } from "./form-post.server.ts";
import stylesheet from "./forms.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader({ params }: Route.LoaderArgs) {
  return formOfPost(params.name);
}

export function action(args: Route.ActionArgs) {
  return handleFormPost(args);
}

export function meta() {
  return [{ name: "robots", content: "noindex" }];
}

/**
 * The response to a whole form that was refused, for a page without JavaScript: the errors, with
 * the steps that have them, to correct them here.
 */
export default function FormPostPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!actionData) {
    return (
      <div className="page page-width">
        <h1>{m.form_journey_already_again()}</h1>
        <Link className="button mt-6" to={loaderData.basePath}>
          {m.form_journey_already_again()}
        </Link>
      </div>
    );
  }
  return <Refused post={actionData} />;
}

function Refused({ post }: { post: RefusedPost }) {
  const { retryAfterSeconds, verifyAction, phone } = post;
  const isBusy = retryAfterSeconds !== null;
  const title = isBusy ? m.form_journey_busy_title() : post.formTitle;
  return (
    <div className="step-page">
      <title>{`${m.ui_error_prefix()} ${title} · ${site.name}`}</title>
      <div className="page-width">
        <div className="step-layout step-layout--one">
          <form className="question" method="post" action={post.action} noValidate>
            <FormStart view={post} />
            <h1>{title}</h1>
            <p className="question-hint">
              {isBusy
                ? m.form_journey_too_many({ seconds: retryAfterSeconds })
                : phone
                  ? m.form_journey_challenge_lead()
                  : m.form_journey_post_lead()}
            </p>
            <div className="grid gap-10">
              {post.steps.map((step) => (
                <StepSection key={step.slug} step={step} />
              ))}
            </div>
            {phone && <PhoneVerification widget={phone} text={m.form_journey_challenge_text()} />}
            {verifyAction && <p className="field-hint mt-5">{m.form_journey_post_verify()}</p>}
            <div className="step-buttons">
              <span />
              {verifyAction ? (
                <CommandButton<LeadPhonePress>
                  press="send-code"
                  size="lg"
                  formAction={verifyAction}
                >
                  {m.form_journey_verify_button()}
                </CommandButton>
              ) : (
                <Button type="submit" size="lg">
                  {post.submitLabel}
                </Button>
              )}
            </div>
          </form>
        </div>
      </div>
    </div>
  );
}

/** A step whose title is the label of its one question needs no heading above it. */
function StepSection({ step }: { step: StepView }) {
  const questions = <Questions view={{ questions: step.questions }} />;
  if (step.titleIs === "label") return questions;
  if (step.titleIs === "legend") {
    return (
      <fieldset>
        <legend>
          <h2 className="mb-4 text-h3">{step.title}</h2>
        </legend>
        {questions}
      </fieldset>
    );
  }
  return (
    <section>
      <h2 className="mb-4 text-h3">{step.title}</h2>
      {questions}
    </section>
  );
}
