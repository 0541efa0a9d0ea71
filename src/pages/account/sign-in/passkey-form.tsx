import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { m } from "#messages/messages.js";
import { Button } from "#ui/button.tsx";
import type { Ceremony } from "./passkey-ceremony.ts";

type PasskeyFormProps = {
  form: string;
  hidden?: Record<string, string | null>;
  submit: string;
  look?: "primary" | "ghost";
  /** What to do with the authenticator before the form is sent. */
  perform: () => Promise<Ceremony>;
  /** Shown in place of the form where no script runs; nothing where other ways stand around it. */
  withoutScript?: string;
  children?: ReactNode;
};

/** A form that an authenticator fills in: its button asks for the passkey, then sends the answer. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { form, hidden = {}, submit, look, perform, withoutScript, children } = props;
  const response = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const ask = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (isBusy || !response.current) return;
    setBusy(true);
    setFailure(null);
    const ceremony = await perform();
    if (ceremony.ok && response.current) {
      response.current.value = ceremony.response;
      element.submit();
      return;
    }
    setBusy(false);
    setFailure(ceremony.ok ? null : ceremony.text);
  };
  return (
    <>
      {withoutScript && <p className="msg plain without-script">{withoutScript}</p>}
      <form method="post" onSubmit={(event) => void ask(event)} className="with-script">
        <input type="hidden" name="form" value={form} />
        {Object.entries(hidden).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <input ref={response} type="hidden" name="response" />
        <div className="stack">
          {children}
          <div>
            <Button type="submit" look={look} block={!children} busy={isBusy}>
              {submit}
            </Button>
          </div>
        </div>
        <p role="status" className={isBusy ? "small muted mt-2" : "sr"}>
          {isBusy && m.account_passkey_waiting()}
        </p>
        {failure && (
          <p role="alert" className="msg bad mt-4">
            {failure}
          </p>
        )}
      </form>
    </>
  );
}
