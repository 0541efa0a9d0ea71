import { type MouseEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useControlValue } from "#forms/page/use-control-value.ts";
import { useHydrated } from "#ui/use-hydrated.ts";
import { m } from "#messages/messages.js";
import { isPress, sends } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import { CodeField } from "./code-field.tsx";
import type { FailedAction } from "./failed-action.ts";
import type { PhoneCodeView, PhoneWidget } from "#domain/phone-verification/phone-code.server.ts";
import { DemoOutboxNote } from "./demo-note.tsx";
import type { LeadPhonePress } from "./lead-phone.server.ts";
import { PhoneMessage } from "./phone-message.tsx";

/** What the step's own action returns for one of the buttons. */
type StepResult = { phone: PhoneWidget | null } | FailedAction | null;

const NOT_STARTED: PhoneCodeView = {
  state: "not_started",
  message: null,
  isError: false,
  waitSeconds: 0,
  isUnavailable: false,
};

/**
 * The widget of SPEC.md §4: not started, code sent, verified. Without JavaScript its buttons submit
 * the step's own form, so that everything typed is kept; with it the same post is sent by a
 * fetcher.
 */
export function PhoneVerification({
  widget,
  text = m.phone_code_text(),
  onPress,
}: {
  widget: PhoneWidget;
  /** Why the phone number should be verified. */
  text?: string;
  /** One of the buttons was pressed: earlier messages about the number are out of date. */
  onPress?: () => void;
}) {
  const section = useRef<HTMLElement>(null);
  const isHydrated = useHydrated();
  const fetcher = useFetcher<StepResult>();
  const { latest, hasFailed } = useLatest(fetcher.data, widget);
  const [lastPress, setLastPress] = useState<string>();
  const typedNumber = useControlValue(section, widget.control);
  // A changed number starts again; the first one typed again is still verified.
  const isSameNumber =
    typedNumber === undefined || nationalDigits(typedNumber) === nationalDigits(latest.phoneNumber);
  const view = isSameNumber ? latest.phone : NOT_STARTED;
  const waitSeconds = useCountdown(view);
  useCodeFocus(view, section);

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const { form, name, value } = event.currentTarget;
    if (!form) return;
    event.preventDefault();
    if (fetcher.state !== "idle") return;
    onPress?.();
    setLastPress(value);
    const fields = new FormData(form);
    fields.set(name, value);
    void fetcher.submit(fields, {
      method: "post",
      action: widget.stepAction,
      // The response has all that changed; the page stays as it is, even if the network fails.
      defaultShouldRevalidate: false,
    });
  };
  const button = {
    type: "submit",
    // Without JavaScript the new page opens at the widget.
    formAction: `${widget.stepAction}#phone-verification`,
    formNoValidate: true,
    onClick: press,
  } as const;
  const send = (code: LeadPhonePress) => ({
    ...sends(code),
    busy: isPress(fetcher.formData, code),
  });
  const mailButton = widget.takesMailedCode && (
    <Button {...button} {...send("mail-code")} variant="ghost">
      {m.phone_code_by_email()}
    </Button>
  );
  return (
    <section ref={section} className="card p-6 mt-6" aria-labelledby="phone-verification">
      <h2 id="phone-verification" className="text-[1.125rem]">
        {widget.takesMailedCode ? m.phone_code_or_email_title() : m.phone_code_title()}
      </h2>
      {view.state !== "verified" && <p className="field-hint mt-1">{text}</p>}
      {view.state === "not_started" && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button {...button} {...send("send-code")} variant="dark">
            {widget.takesMailedCode ? m.phone_code_by_text() : m.phone_code_send()}
          </Button>
          {mailButton}
        </div>
      )}
      {view.state !== "verified" && <DemoOutboxNote />}
      {view.state === "code_sent" && (
        <CodeField
          className="mt-4"
          describedBy="phone-message"
          isInvalid={view.isError}
          onKeyDown={pressVerifyOnEnter}
        >
          <div className="mt-2 flex flex-wrap gap-3">
            <Button {...button} {...send("verify-code")} variant="dark" data-verify>
              {m.phone_code_verify()}
            </Button>
            <Button
              {...button}
              {...send("send-code")}
              variant="ghost"
              disabled={isHydrated && waitSeconds > 0}
            >
              {widget.takesMailedCode ? m.phone_code_by_text() : m.phone_code_resend()}
            </Button>
            {mailButton}
          </div>
          {waitSeconds > 0 && (
            <span className="field-hint figures">
              {m.phone_code_wait({ seconds: waitSeconds })}
            </span>
          )}
        </CodeField>
      )}
      <PhoneMessage
        isError={view.isError || hasFailed}
        isVerified={view.state === "verified"}
        text={hasFailed ? describeFailure(lastPress) : view.message}
        more={view.isUnavailable && !hasFailed ? sayWhatElse(widget) : null}
      />
    </section>
  );
}

/** The text if no code can be sent by SMS. */
function sayWhatElse({ takesMailedCode }: PhoneWidget): string {
  return takesMailedCode ? m.phone_code_unavailable_but_email() : m.phone_code_unavailable();
}

/** SPEC.md §8 has one text for a code that was not sent, whatever the cause, also being offline. */
function describeFailure(press: string | undefined): string {
  return press === "send-code" ? m.phone_code_send_failed() : m.phone_code_call_failed();
}

/** The widget after its last button, or as it was loaded; a failed call changes nothing. */
function useLatest(answered: StepResult | undefined, widget: PhoneWidget) {
  const [latest, setLatest] = useState(widget);
  const [seen, setSeen] = useState<StepResult>();
  const hasFailed = Boolean(answered && "hasFailed" in answered);
  if (answered !== seen) {
    setSeen(answered);
    if (answered && !("hasFailed" in answered) && answered.phone) setLatest(answered.phone);
  }
  return { latest, hasFailed };
}

/** Enter in the code's field verifies the code and does not submit the whole form. */
function pressVerifyOnEnter(event: React.KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLButtonElement>("[data-verify]")?.click();
}

/** The code's field gets the focus when it appears, and again after a wrong code. */
function useCodeFocus(view: PhoneCodeView, section: React.RefObject<HTMLElement | null>) {
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    if (view.state === "code_sent") {
      section.current?.querySelector<HTMLInputElement>("#verificationCode")?.focus();
    }
  }, [view, section]);
}

function nationalDigits(phone: string): string {
  return phone.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
}

/**
 * The whole seconds left to wait; 0 when the wait is over. It starts again with each `view` that
 * has a `waitSeconds` above 0. A view of a refused code has none, and the wait goes on.
 */
function useCountdown(view: PhoneCodeView): number {
  const [left, setLeft] = useState(view.waitSeconds);
  const endsAt = useRef(0);
  useEffect(() => {
    if (view.waitSeconds > 0 || view.state !== "code_sent")
      endsAt.current = Date.now() + view.waitSeconds * 1000;
    const tick = () => setLeft(Math.max(0, Math.ceil((endsAt.current - Date.now()) / 1000)));
    tick();
    if (endsAt.current <= Date.now()) return;
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [view]);
  return left;
}
