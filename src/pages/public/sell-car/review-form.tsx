import { CircleCheck } from "lucide-react";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";
import { AnswerList } from "#forms/page/answer-list.tsx";
import { StepForm } from "#forms/page/step-form.tsx";
import type { StepView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { ElsewhereProblems } from "#pages/public/form-journey/elsewhere-problems.tsx";
import { MarketingBoxes } from "#pages/public/form-journey/marketing-boxes.tsx";
import type { PostAnswer } from "#pages/public/form-journey/post-answer.ts";
import { PostFailure } from "#pages/public/form-journey/post-failure.tsx";
import { useFormPost } from "#pages/public/form-journey/use-form-post.ts";
import { viewWithProblems } from "#pages/public/form-journey/view-with-problems.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { ReviewPhotos } from "./review-photos.tsx";
import type { Review } from "./review.server.ts";

/** Step 7: all answers by step, the consents, and the sending of the whole form (SPEC.md §7, §8). */
export function ReviewForm({ view, review }: { view: StepView; review: Review }) {
  const navigate = useNavigate();
  const onAnswer = useCallback(
    (answer: PostAnswer) => {
      // The page it leads to says "Form submitted successfully!!" by itself, with the next steps.
      if (answer.kind !== "sent") return;
      void navigate(hrefIn(paths.sellRequest(answer.reference)));
    },
    [navigate],
  );
  const { isSending, answer, submit } = useFormPost(onAnswer);
  const problems = answer?.kind === "refused" ? answer.problems : null;
  const shown = useMemo(
    () => (problems ? viewWithProblems(view, problems) : view),
    [view, problems],
  );
  const isBusy = isSending || answer?.kind === "sent";
  return (
    <StepForm
      view={{ ...shown, questions: [] }}
      onSubmit={submit}
      busyLabel={isBusy ? m.form_journey_sending() : undefined}
    >
      {review.sections.map(({ slug, title, rows }) => (
        <section
          key={slug}
          className="summary-card summary-card--roomy card mb-4"
          aria-labelledby={`review-${slug}`}
        >
          <div className="summary-card__body">
            <h2 id={`review-${slug}`}>{title}</h2>
            <AnswerList rows={rows} />
          </div>
        </section>
      ))}
      <ReviewPhotos photos={review.photos} />
      <div className="success-note mt-6">
        <CircleCheck className="icon" aria-hidden />
        <p>
          {m.sell_car_terms_read()}{" "}
          <Link to={paths.sellCarTerms()}>{m.sell_car_terms_read_again()}</Link>
        </p>
      </div>
      <ShareBox view={shown} />
      <MarketingBoxes marketing={review.marketing} />
      <ElsewhereProblems problems={problems} view={view} />
      <PostFailure answer={answer} />
    </StepForm>
  );
}

/** The consent that dealerships see the answers: its own box, unticked, and clearly not needed. */
function ShareBox({ view }: { view: StepView }) {
  const question = view.questions.find(({ name }) => name === "shareWithDealerships");
  if (question?.control !== "checkbox") return null;
  return (
    <fieldset className="mt-7" aria-describedby="share-hint">
      <legend className="field-label">{m.sell_car_share_title()}</legend>
      <p className="field-hint mb-2" id="share-hint">
        {m.sell_car_share_hint()}
      </p>
      <label className="checkbox-row checkbox-row--top py-1.5">
        <input
          className="choice-input"
          type="checkbox"
          id={question.id}
          name={question.name}
          value={question.value}
          defaultChecked={question.checked}
        />
        <i aria-hidden />
        <span>{question.label}</span>
      </label>
    </fieldset>
  );
}
