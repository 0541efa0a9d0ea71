import { findPendingUserId, passStepWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { countPasskeys } from "#domain/identity/passkey.server.ts";
import { hasAuthenticatorApp, passSecondFactor } from "#domain/identity/second-factor.server.ts";
import { findUser } from "#domain/identity/user.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { browserRequest, redirectTo, type PageArgs } from "#pages/session/guards.server.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { type Fields, readFields } from "./account-fields.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { landing } from "./landing.ts";

const FORM = "second-step";

/** Which factors the person has whose password was right; where nobody waits, the app's code. */
export async function loadSecondStep(args: PageArgs) {
  const userId = await findPendingUserId(browserRequest(args));
  const [hasApp, passkeys] =
    userId === null
      ? [true, 0]
      : await Promise.all([hasAuthenticatorApp(userId), countPasskeys(userId)]);
  const returnTo = new URL(args.request.url).searchParams.get("returnTo");
  return { returnTo, hasApp, hasPasskey: passkeys > 0 };
}

/** Signs in whom the right password brought here, by a code of the app or a recovery code. */
export async function answerSecondStep(args: PageArgs) {
  const limit = limitAddress(visitorOf(args.context).ipAddress);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds);
  const field = await readFields(args.request);
  if (field("form") === "passkey-step") return answerPasskeyStep(args, field);
  const code = readSecondCode(field("code"));
  if (!code) {
    return refused({ form: FORM, problems: [{ control: "code", text: m.account_code_missing() }] });
  }
  const result = await passSecondFactor(browserRequest(args), code);
  if (result.ok) throw await redirectToLanding(field, result);
  if (result.code === "step_expired") throw stepExpired();
  return refused({ form: FORM, problems: [{ control: "code", text: m.account_code_wrong() }] });
}

async function answerPasskeyStep(args: PageArgs, field: Fields) {
  const result = await passStepWithPasskey(browserRequest(args), field("response"));
  if (result.ok) throw await redirectToLanding(field, result);
  if (result.code === "step_expired") throw stepExpired();
  return refused({ form: FORM, problems: [{ control: null, text: m.account_passkey_refused() }] });
}

/** On to where the person was going. */
async function redirectToLanding(field: Fields, signedIn: { userId: string; cookies: string[] }) {
  const user = await findUser(signedIn.userId);
  return redirectTo(landing(field("returnTo"), user?.role ?? "buyer"), signedIn.cookies);
}

function stepExpired(): Response {
  return redirectTo(`${hrefIn(paths.signIn())}?notice=step_expired`);
}

/** Six digits however they are spaced, or a recovery code as it was shown. */
export function readSecondCode(typed: string): string {
  const tight = typed.replace(/[\s\u00A0\u202F]/gu, "");
  return /^\d{3}-?\d{3}$/.test(tight) ? tight.replace("-", "") : tight.slice(0, 64);
}
