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
 * The form of one step. What is wrong with it stands beside its field, in the page's language: the
 * browser's own check would say it in a bubble, in the browser's language, and one field at a time.
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
      // Whose fields are saved as they are left.
      data-draft={props.onBlur ? "" : undefined}
      onClick={tap.onClick}
      onSubmit={onSubmit}
      onBlur={props.onBlur}
      onChange={props.onChange}
      // What this page shows is in the answer; reloading would break it where the network is gone.
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
 * Shows that the form is being sent before it is: the router draws much of the page anew for that, and
 * the button would stand still meanwhile.
 */
function useSendingState(send: (event: SubmitEvent<HTMLFormElement>) => void) {
  const [isSending, setSending] = useState(false);
  const isShown = useRef(false);
  return {
    isSending,
    onSubmit(event: SubmitEvent<HTMLFormElement>) {
      if (isShown.current) {
        // Together with what the router says of it from here on.
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

/** So long the tile that was tapped is seen to be chosen; whoever presses Next meanwhile goes on at once. */
const ADVANCE_DELAY_MS = 400;

/**
 * Where one choice is all that a step asks, a tap on it goes on. Not so for the keyboard, whose arrow
 * keys choose on their way: there Enter or Next does.
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
      // A click that a key made counts none.
      const isTap = detail > 0 && target instanceof HTMLInputElement && target.type === "radio";
      if (!isOffered || !isTap) return;
      cancel();
      timer.current = setTimeout(() => form.requestSubmit(), ADVANCE_DELAY_MS);
    },
  };
}
