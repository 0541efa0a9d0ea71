import { ArrowLeft, ArrowRight } from "lucide-react";
import {
  type MouseEvent,
  type ReactNode,
  startTransition,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from "react";
import { Form, useNavigation } from "react-router";
import { m } from "#messages/messages.js";
import { afterPaint } from "#ui/after-paint.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import type { OptionPicture } from "./radios-field.tsx";
import { FormStart } from "./form-start.tsx";
import { StepQuestions } from "./step-questions.tsx";
import type { StepView } from "#forms/view-model.ts";

type StepFormProps = {
  view: StepView;
  picture?: OptionPicture;
  /** Content shown right under a question, by its name. */
  after?: Readonly<Record<string, ReactNode>>;
  /** Replaces the normal submit; without it the form is posted and the server redirects. */
  onSubmit?: (event: SubmitEvent<HTMLFormElement>) => void;
  /** The button's text while the caller sends. */
  busyLabel?: string;
  onBlur?: (event: React.FocusEvent<HTMLFormElement>) => void;
  onChange?: (event: React.ChangeEvent<HTMLFormElement>) => void;
  /** Between the questions and the buttons. */
  children?: ReactNode;
  /** Under the buttons, in the form still. */
  below?: ReactNode;
};

/**
 * The form of one step. Errors are shown beside the fields, in the page's language: the browser's
 * own check would show one at a time, in the browser's language.
 */
export function StepForm(props: StepFormProps) {
  const { view, busyLabel, children, below } = props;
  const isLeaving = useNavigation().state !== "idle";
  const tap = useAdvanceOnTap(view);
  const { isSending, onSubmit } = useSendingState((event) => {
    tap.cancel();
    props.onSubmit?.(event);
  });
  return (
    <Form
      method="post"
      action={view.action}
      noValidate
      // Marks a form whose fields are saved on blur.
      data-draft={props.onBlur ? "" : undefined}
      onClick={tap.onClick}
      onSubmit={onSubmit}
      onBlur={props.onBlur}
      onChange={props.onChange}
      // The response has all that this page shows; revalidating would break it when offline.
      defaultShouldRevalidate={false}
    >
      <FormStart view={view} />
      <StepQuestions view={view} picture={props.picture} after={props.after} />
      {children}
      {tap.isOffered && (
        <p className="small muted with-script mt-4">{m.form_control_tap_goes_on()}</p>
      )}
      <div className="step-buttons">
        {view.backHref && (
          <Link className={buttonClass({ variant: "ghost", size: "lg" })} to={view.backHref}>
            <ArrowLeft className="icon" aria-hidden /> {view.backLabel}
          </Link>
        )}
        <Button type="submit" size="lg" busy={busyLabel !== undefined || isSending || isLeaving}>
          {busyLabel ?? view.nextLabel}
          {!view.isLast && <ArrowRight className="icon" aria-hidden />}
        </Button>
      </div>
      {below}
    </Form>
  );
}

/**
 * Shows the sending state at once: the router rerenders much of the page first, and the button
 * would not react meanwhile.
 */
function useSendingState(send: (event: SubmitEvent<HTMLFormElement>) => void) {
  const [isSending, setSending] = useState(false);
  const isShown = useRef(false);
  return {
    isSending,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      if (isShown.current) {
        // In a transition, so that it ends together with the router's state.
        startTransition(() => setSending(false));
        send(event);
        return;
      }
      event.preventDefault();
      if (isSending) return;
      setSending(true);
      const form = event.currentTarget;
      const { submitter } = event.nativeEvent;
      afterPaint(() => {
        isShown.current = true;
        form.requestSubmit(submitter);
        isShown.current = false;
      });
    },
  };
}

/** How long the tapped tile is shown as chosen before going on; pressing Next goes on at once. */
const ADVANCE_DELAY_MS = 400;

/**
 * If a step has only one choice, a tap on it goes on. Not with the keyboard, where arrow keys
 * change the choice: there Enter or Next goes on.
 */
function useAdvanceOnTap(view: StepView) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, [view.slug]);
  const isOffered =
    !view.isLast && view.questions.length === 1 && view.questions[0]?.control === "radios";
  return {
    isOffered,
    cancel,
    onClick({ target, currentTarget: form, detail }: MouseEvent<HTMLFormElement>) {
      // A click caused by a key has detail 0.
      const isTap = detail > 0 && target instanceof HTMLInputElement && target.type === "radio";
      if (!isOffered || !isTap) return;
      cancel();
      timer.current = setTimeout(() => form.requestSubmit(), ADVANCE_DELAY_MS);
    },
  };
}
