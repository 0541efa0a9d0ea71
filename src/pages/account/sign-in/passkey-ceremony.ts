import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";

/** What the authenticator answered, for the server to judge; or why there is no answer. */
export type Ceremony = { ok: true; response: string } | { ok: false; text: string };

/** Asks for a passkey that exists, to sign in with. */
export function askForPasskey(): Promise<Ceremony> {
  return perform(async ({ startAuthentication }) => {
    const answer = await fetch(paths.passkeyChallenge(), { method: "POST" });
    if (!answer.ok) throw new TypeError(`The challenge was refused: ${answer.status}`);
    const optionsJSON = (await answer.json()) as PublicKeyCredentialRequestOptionsJSON;
    return startAuthentication({ optionsJSON });
  });
}

/** Has a new passkey made. `options`: as the server wrote them, in JSON. */
export function makePasskey(options: string): Promise<Ceremony> {
  return perform(({ startRegistration }) =>
    startRegistration({
      optionsJSON: JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON,
    }),
  );
}

type Library = typeof import("@simplewebauthn/browser");

/** The library is fetched when a button is pressed: hardly any visit needs it. */
async function perform(work: (library: Library) => Promise<object>): Promise<Ceremony> {
  try {
    const library = await import("@simplewebauthn/browser");
    if (!library.browserSupportsWebAuthn()) {
      return { ok: false, text: m.account_passkey_unsupported() };
    }
    return { ok: true, response: JSON.stringify(await work(library)) };
  } catch (error) {
    return { ok: false, text: reasonOf(error) };
  }
}

/** The names of the errors are WebAuthn's own (Level 3 §5.1.3 and §5.1.4). */
function reasonOf(error: unknown): string {
  if (error instanceof TypeError) return m.account_passkey_unreachable();
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return m.account_passkey_known();
  if (name === "SecurityError") return m.account_passkey_unsupported();
  return m.account_passkey_cancelled();
}
