import {
  passStepWithPasskey,
  pendingUserId,
} from "#domain/identity/passkey/passkey-sign-in.server.ts";
import { countPasskeys } from "#domain/identity/passkey/passkey.server.ts";
import { hasAuthenticatorApp, passSecondFactor } from "#domain/identity/second-factor.server.ts";
import { userOfRequest } from "#domain/identity/session.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { browserOf, leadOn, type PageArgs } from "#pages/session/account-access.server.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { type Fields, readFields } from "./account-fields.server.ts";
import { limitAddress } from "#pages/session/account-limits.server.ts";
import { landing } from "./landing.ts";
import { fromPage } from "./passkey-challenge.server.ts";

const FORM = "second-step";

/** Which factors the person has whose password was right; where nobody waits, the app's code. */
export async function loadSecondStep(args: PageArgs) {
  const userId = await pendingUserId(fromPage(args));
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
  const result = await passSecondFactor(browserOf(args), code);
  if (result.ok) throw await landed(args, field, result.cookies);
  if (result.code === "step_expired") throw stepExpired();
  return refused({ form: FORM, problems: [{ control: "code", text: m.account_code_wrong() }] });
}

async function answerPasskeyStep(args: PageArgs, field: Fields) {
  const result = await passStepWithPasskey(fromPage(args), field("response"));
  if (result.ok) throw await landed(args, field, result.cookies);
  if (result.code === "step_expired") throw stepExpired();
  return refused({ form: FORM, problems: [{ control: null, text: m.account_passkey_refused() }] });
}

/** On to where the person was going, as who the new session's cookies say they are. */
export async function landed(args: PageArgs, field: Fields, cookies: readonly string[]) {
  const cookie = cookies.map((each) => each.split(";")[0]).join("; ");
  const { protocol } = browserOf(args);
  const user = await userOfRequest(new Headers({ cookie }), protocol, now());
  return leadOn(landing(field("returnTo"), user?.role ?? "buyer"), cookies);
}

function stepExpired(): Response {
  return leadOn(`${hrefIn(paths.signIn())}?notice=step_expired`);
}

/** Six digits however they are spaced, or a recovery code as it was shown. */
export function readSecondCode(typed: string): string {
  const tight = typed.replace(/[\s\u00A0\u202F]/gu, "");
  return /^\d{3}-?\d{3}$/.test(tight) ? tight.replace("-", "") : tight.slice(0, 64);
}
