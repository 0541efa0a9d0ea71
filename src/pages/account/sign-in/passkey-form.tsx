import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { m } from "#messages/messages.js";
import { Button } from "#ui/button.tsx";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { paths } from "#site/paths.ts";

type PasskeyFormProps = {
  form: string;
  hidden?: Readonly<Record<string, string>>;
  submit: string;
  variant?: "primary" | "ghost";
  /** What to do with the authenticator before the form is sent. */
  perform: () => Promise<Ceremony>;
  /** Shown instead of the form without script; nothing if other ways to sign in are beside it. */
  withoutScript?: string;
  children?: ReactNode;
};

/** A form that an authenticator fills in: its button asks for the passkey, then sends the answer. */
export function PasskeyForm(props: PasskeyFormProps) {
  const { form, hidden = {}, submit, variant, perform, withoutScript, children } = props;
  const { response, ask, state } = useCeremony(perform);
  const submitAnswer = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void ask();
  };
  return (
    <>
      {withoutScript && <p className="notice notice--plain without-script">{withoutScript}</p>}
      <form method="post" onSubmit={submitAnswer} className="with-script">
        <input type="hidden" name="form" value={form} />
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input ref={response} type="hidden" name="response" />
        <div className="stack">
          {children}
          <div>
            <Button type="submit" variant={variant} block={!children} busy={state.isBusy}>
              {submit}
            </Button>
          </div>
        </div>
        <CeremonyState {...state} />
      </form>
    </>
  );
}

/**
 * A button to sign in by passkey in a form with other ways: it sends that form with the passkey's
 * response.
 */
export function PasskeyButton() {
  const { response, ask, state } = useCeremony(askForPasskey);
  return (
    <div className="with-script">
      <input ref={response} type="hidden" name="response" disabled />
      <Button type="button" variant="ghost" block busy={state.isBusy} onClick={() => void ask()}>
        {m.account_passkey_sign_in()}
      </Button>
      <CeremonyState {...state} />
    </div>
  );
}

/** Asks the authenticator, writes its response into the hidden control and sends the form. */
function useCeremony(perform: () => Promise<Ceremony>) {
  const response = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const ask = async () => {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    const ceremony = await perform();
    if (ceremony.ok && response.current) {
      response.current.disabled = false;
      response.current.value = ceremony.response;
      response.current.form?.submit();
      return;
    }
    setBusy(false);
    setFailure(ceremony.ok ? null : ceremony.text);
  };
  return { response, ask, state: { isBusy, failure } };
}

function CeremonyState({ isBusy, failure }: { isBusy: boolean; failure: string | null }) {
  return (
    <>
      <p role="status" className={isBusy ? "small muted mt-2" : "sr-only"}>
        {isBusy && m.account_passkey_waiting()}
      </p>
      {failure && (
        <p role="alert" className="notice notice--bad mt-4">
          {failure}
        </p>
      )}
    </>
  );
}

/** The authenticator's response, for the server to verify; or why there is none. */
type Ceremony = { ok: true; response: string } | { ok: false; text: string };

/** Asks for a passkey that exists, to sign in with. */
export function askForPasskey(): Promise<Ceremony> {
  return perform(async ({ startAuthentication }) => {
    const response = await fetch(paths.passkeyChallenge(), { method: "POST" });
    if (!response.ok) throw new TypeError(`The challenge was refused: ${response.status}`);
    const optionsJSON = (await response.json()) as PublicKeyCredentialRequestOptionsJSON;
    return startAuthentication({ optionsJSON });
  });
}

/** Creates a new passkey. `options`: from the server, as JSON. */
export function makePasskey(options: string): Promise<Ceremony> {
  return perform(({ startRegistration }) =>
    startRegistration({
      optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
    }),
  );
}

type Library = typeof import("@simplewebauthn/browser");

/** The library is loaded when a button is pressed: few visits need it. */
async function perform(work: (library: Library) => Promise<object>): Promise<Ceremony> {
  try {
    const library = await import("@simplewebauthn/browser");
    if (!library.browserSupportsWebAuthn()) {
      return { ok: false, text: m.account_passkey_unsupported() };
    }
    return { ok: true, response: JSON.stringify(await work(library)) };
  } catch (error) {
    return { ok: false, text: explainError(error) };
  }
}

/** The names of the errors are WebAuthn's own (Level 3 §5.1.3 and §5.1.4). */
function explainError(error: unknown): string {
  if (error instanceof TypeError) return m.account_passkey_unreachable();
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return m.account_passkey_known();
  if (name === "SecurityError") return m.account_passkey_unsupported();
  return m.account_passkey_cancelled();
}
