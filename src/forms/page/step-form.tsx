import { ArrowLeft, ArrowRight } from "lucide-react";
import type { ReactNode, SubmitEvent } from "react";
import { Form, useNavigation } from "react-router";
import { Button, buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import type { OptionPicture } from "./radios-field.tsx";
import { FormStart } from "./form-start.tsx";
import { StepQuestions } from "./step-questions.tsx";
import type { StepView } from "#forms/view-model.ts";
import { useHydrated } from "#ui/use-hydrated.ts";

type StepFormProps = {
  view: StepView;
  picture?: OptionPicture;
  /** What stands right under a question, by its name. */
  after?: Readonly<Record<string, ReactNode>>;
  /** Takes the sending over; without it the form is posted and the server leads on. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  /** While the caller sends: the button's word for it. */
  busyLabel?: string;
  onBlur?: (event: React.FocusEvent<HTMLFormElement>) => void;
  onChange?: (event: React.ChangeEvent<HTMLFormElement>) => void;
  /** Between the questions and the buttons. */
  children?: ReactNode;
  /** Under the buttons, in the form still. */
  below?: ReactNode;
};

/**
 * The form of one step. The browser's own check is the first line where JavaScript runs (SPEC.md
 * §4); without it the server's answer, in the page's language, is the better one.
 */
export function StepForm(props: StepFormProps) {
  const { view, busyLabel, children, below } = props;
  const isHydrated = useHydrated();
  const isLeaving = useNavigation().state !== "idle";
  return (
    <Form
      method="post"
      action={view.action}
      noValidate={!isHydrated}
      onSubmit={props.onSubmit}
      onBlur={props.onBlur}
      onChange={props.onChange}
      // What this page shows is in the answer; reloading would break it where the network is gone.
      defaultShouldRevalidate={false}
    >
      <FormStart view={view} />
      <StepQuestions view={view} picture={props.picture} after={props.after} />
      {children}
      <div className="step-buttons">
        {view.backHref ? (
          <Link className={buttonClass({ look: "ghost", size: "lg" })} to={view.backHref}>
            <ArrowLeft className="icon" aria-hidden /> {view.backLabel}
          </Link>
        ) : (
          <span />
        )}
        <Button type="submit" size="lg" busy={busyLabel !== undefined || isLeaving}>
          {busyLabel ?? view.nextLabel}
          {!view.isLast && <ArrowRight className="icon" aria-hidden />}
        </Button>
      </div>
      {below}
    </Form>
  );
}
