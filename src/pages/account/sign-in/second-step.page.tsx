import type { Route } from "./+types/second-step.page.ts";
import { buttonForm, secondStepForm } from "#domain/identity/account.form.ts";
import { findPendingUserId, passStepWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { countPasskeys } from "#domain/identity/passkey.server.ts";
import { hasAuthenticatorApp, passSecondFactor } from "#domain/identity/second-factor.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { AccountForm, showErrorOfOther } from "#pages/account/account-form.tsx";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  browserRequest,
  type PageArgs,
  privateHeaders,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { askForPasskey, PasskeyForm } from "./passkey-form.tsx";
import { redirectToBegin, redirectToLanding } from "./sign-in.server.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: PageArgs) {
  const factors = await findFactors(args);
  return {
    ...factors,
    returnTo: new URL(args.request.url).searchParams.get("returnTo"),
    view: showForm(secondStepForm(factors), readVisitor(args)),
  };
}

/** Which factors the person has whose password was right; where nobody waits, the app's code. */
async function findFactors(args: PageArgs) {
  const userId = await findPendingUserId(browserRequest(args));
  if (userId === null) return { hasApp: true, hasPasskey: false };
  const [hasApp, passkeys] = await Promise.all([
    hasAuthenticatorApp(userId),
    countPasskeys(userId),
  ]);
  return { hasApp, hasPasskey: passkeys > 0 };
}

/** Signs in whom the right password brought here: by a passkey, an app's code or a recovery code. */
export async function action(args: PageArgs) {
  const post = await requireFormPost(args);
  const returnTo = rawValue(post.raw, "returnTo");
  if (rawValue(post.raw, "form") === "passkey-step") {
    return answerForm(buttonForm("passkey-step"), post, async () => {
      const response = rawValue(post.raw, "response");
      const result = await passStepWithPasskey(browserRequest(args), response);
      if (result.ok) throw await redirectToLanding(args, returnTo, result);
      if (result.code === "step_expired") throw redirectToBegin(args, "step_expired");
      return { ok: false, status: 422, message: m.account_passkey_refused() };
    });
  }
  return answerForm(secondStepForm(await findFactors(args)), post, async ({ code }) => {
    const { ipAddress } = post.visitor;
    const result = await passSecondFactor(browserRequest(args), code, ipAddress);
    if (result.ok) throw await redirectToLanding(args, returnTo, result);
    if (result.code === "too_many_tries") return refuseManySteps(result.retryAfterSeconds);
    if (result.code === "step_expired") throw redirectToBegin(args, "step_expired");
    return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
  });
}

/** Whoever has the password may guess at codes; nobody guesses a passkey, nor in the owner's browsers. */
function refuseManySteps(retryAfterSeconds: number) {
  const message = m.account_too_many_steps({ minutes: Math.ceil(retryAfterSeconds / 60) });
  return { ok: false, status: 429, retryAfterSeconds, message } as const;
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_second_step_title(), isPrivate: true });

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasApp, hasPasskey } = loaderData;
  const view = showErrorOfOther(
    "passkey-step",
    actionData,
    latestView(actionData, loaderData.view),
  );
  const hidden: Record<string, string> = returnTo ? { returnTo } : {};
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
            hidden={hidden}
            submit={m.account_passkey_use()}
            perform={askForPasskey}
            withoutScript={m.account_passkey_needs_script()}
          />
          <hr className="my-6 border-border" />
        </>
      )}
      <AccountForm
        view={view}
        hidden={hidden}
        look={hasPasskey ? "ghost" : "primary"}
        submit={m.account_sign_in_button()}
      />
    </NarrowPage>
  );
}
