import { buttonForm, secondStepForm } from "#domain/identity/account.form.ts";
import { findPendingUserId, passStepWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { countPasskeys } from "#domain/identity/passkey.server.ts";
import { hasAuthenticatorApp, passSecondFactor } from "#domain/identity/second-factor.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { handleForm } from "#pages/form/handle-form.server.ts";
import { browserRequest, type PageArgs } from "#pages/session/guards.server.ts";
import { redirectToSignIn, redirectSignedIn } from "./sign-in.server.ts";

/**
 * The factors of the person whose password was right; if nobody is waiting for the second step, the
 * app's code.
 */
export async function findFactors(args: PageArgs) {
  const userId = await findPendingUserId(browserRequest(args));
  if (userId === null) return { hasApp: true, hasPasskey: false };
  const [hasApp, passkeys] = await Promise.all([
    hasAuthenticatorApp(userId),
    countPasskeys(userId),
  ]);
  return { hasApp, hasPasskey: passkeys > 0 };
}

const commands = defineCommands<null>()({
  "second-step": {
    async run({ args, post, field }) {
      return handleForm(secondStepForm(await findFactors(args)), post, async ({ code }) => {
        const { ipAddress } = post.visitor;
        const result = await passSecondFactor(browserRequest(args), code, ipAddress);
        if (result.ok) throw await redirectSignedIn(args, field("returnTo"), result);
        if (result.code === "too_many_tries") return refuseManySteps(result.retryAfterSeconds);
        if (result.code === "step_expired") throw redirectToSignIn(args, "step_expired");
        return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
      });
    },
  },
  "passkey-step": {
    run: ({ args, post, field }) =>
      handleForm(buttonForm("passkey-step"), post, async () => {
        const result = await passStepWithPasskey(browserRequest(args), field("response"));
        if (result.ok) throw await redirectSignedIn(args, field("returnTo"), result);
        if (result.code === "step_expired") throw redirectToSignIn(args, "step_expired");
        return { ok: false, status: 422, message: m.account_passkey_refused() };
      }),
  },
});

/** Signs in after the right password: by a passkey, an app's code or a recovery code. */
export function handleSecondStep(args: PageArgs) {
  return runCommand(args, commands, null, { otherwise: "second-step" });
}

/**
 * Codes can be guessed by a person who has the password, so tries are limited; not those of a
 * passkey, nor in the owner's known browsers.
 */
function refuseManySteps(retryAfterSeconds: number) {
  const message = m.account_too_many_steps({ minutes: Math.ceil(retryAfterSeconds / 60) });
  return { ok: false, status: 429, retryAfterSeconds, message } as const;
}
