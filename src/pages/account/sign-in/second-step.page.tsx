import type { Route } from "./+types/second-step.page.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { askForPasskey, PasskeyForm } from "./passkey-form.tsx";
import {
  browserRequest,
  type PageArgs,
  privateHeaders,
  readVisitor,
  redirectTo,
} from "#pages/session/guards.server.ts";
import { findPendingUserId, passStepWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { countPasskeys } from "#domain/identity/passkey.server.ts";
import { hasAuthenticatorApp, passSecondFactor } from "#domain/identity/second-factor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { type Fields, readFields, readSecondCode } from "#pages/session/account-fields.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { redirectToLanding } from "./sign-in.server.ts";

const FORM = "second-step";

/** Which factors the person has whose password was right; where nobody waits, the app's code. */
export async function loader(args: PageArgs) {
  const userId = await findPendingUserId(browserRequest(args));
  const [hasApp, passkeys] =
    userId === null
      ? [true, 0]
      : await Promise.all([hasAuthenticatorApp(userId), countPasskeys(userId)]);
  const returnTo = new URL(args.request.url).searchParams.get("returnTo");
  return { returnTo, hasApp, hasPasskey: passkeys > 0 };
}

/** Signs in whom the right password brought here, by a code of the app or a recovery code. */
export async function action(args: PageArgs) {
  const limit = limitAddress(readVisitor(args).ipAddress);
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

function stepExpired(): Response {
  return redirectTo(`${hrefIn(paths.signIn())}?notice=step_expired`);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_second_step_title(), isPrivate: true });

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasApp, hasPasskey } = loaderData;
  const shared = { form: FORM, answer: actionData };
  const lead = hasPasskey
    ? hasApp
      ? m.account_second_step_text_passkey()
      : m.account_second_step_text_passkey_only()
    : m.account_second_step_text();
  return (
    <NarrowPage title={m.account_second_step_title()} lead={lead}>
      {hasPasskey && (
        <>
          <PasskeyForm
            form="passkey-step"
            hidden={{ returnTo }}
            submit={m.account_passkey_use()}
            perform={askForPasskey}
            withoutScript={m.account_passkey_needs_script()}
          />
          <hr className="my-6 border-border" />
        </>
      )}
      <AccountForm
        {...shared}
        hidden={{ returnTo }}
        look={hasPasskey ? "ghost" : "primary"}
        submit={m.account_sign_in_button()}
      >
        <AccountField
          {...shared}
          name="code"
          label={hasApp ? m.account_code() : m.account_recovery_code()}
          hint={hasApp ? m.account_code_hint() : undefined}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      </AccountForm>
    </NarrowPage>
  );
}
