import type { Route } from "./+types/fresh-factor.page.ts";
import { buttonForm, secondStepForm } from "#domain/identity/account.form.ts";
import { proveFactorWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { countPasskeys } from "#domain/identity/passkey.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { hasAuthenticatorApp, proveFactorAgain } from "#domain/identity/second-factor.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { AccountForm, showErrorOfOther } from "#pages/account/account-form.tsx";
import { refuseTooManyTries } from "#pages/account/refusals.ts";
import { askForPasskey, PasskeyForm } from "#pages/account/sign-in/passkey-form.tsx";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  browserRequest,
  type PageArgs,
  privateHeaders,
  redirectTo,
  requireFormPost,
  requireMember,
} from "#pages/session/guards.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const factors = await findFactors(user.id);
  return {
    hasPasskey: factors.hasPasskey,
    returnTo: localPath(new URL(args.request.url).searchParams.get("returnTo")),
    view: showForm(secondStepForm(factors), visitor),
  };
}

async function findFactors(userId: string) {
  const [hasApp, passkeys] = await Promise.all([
    hasAuthenticatorApp(userId),
    countPasskeys(userId),
  ]);
  return { hasApp, hasPasskey: passkeys > 0 };
}

/** Redirects to the page that asked for it; the session stays the same. */
export async function action(args: PageArgs) {
  const { user, visitor } = requireMember(args);
  const post = await requireFormPost(args);
  if (visitor.sessionId === null) throw redirectTo(hrefIn(paths.signIn()));
  const holder = { userId: user.id, sessionId: visitor.sessionId };
  const limit = await limitAddress(visitor.ipAddress);
  const redirectBack = localPath(rawValue(post.raw, "returnTo"));
  if (rawValue(post.raw, "form") === "passkey-again") {
    return answerForm(buttonForm("passkey-again"), post, async () => {
      if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
      const response = rawValue(post.raw, "response");
      const isProved = await proveFactorWithPasskey(browserRequest(args), holder, response);
      if (isProved) return { ok: true, redirectTo: redirectBack };
      return { ok: false, status: 422, message: m.account_passkey_refused() };
    });
  }
  return answerForm(secondStepForm(await findFactors(user.id)), post, async ({ code }) => {
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    const result = await proveFactorAgain(browserRequest(args), holder, code);
    if (result.ok) return { ok: true, redirectTo: redirectBack };
    return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_fresh_factor_title(), isPrivate: true });

/** The second factor again, before something sensitive: a session left open is not enough. */
export default function FreshFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasPasskey } = loaderData;
  const view = showErrorOfOther(
    "passkey-again",
    actionData,
    latestView(actionData, loaderData.view),
  );
  return (
    <NarrowPage title={m.account_fresh_factor_title()} lead={m.account_fresh_factor_text()}>
      {hasPasskey && (
        <>
          <PasskeyForm
            form="passkey-again"
            hidden={{ returnTo }}
            submit={m.account_passkey_use()}
            perform={askForPasskey}
            withoutScript={m.account_passkey_needs_script()}
          />
          <hr className="my-6 border-border" />
        </>
      )}
      <AccountForm
        view={view}
        hidden={{ returnTo }}
        look={hasPasskey ? "ghost" : "primary"}
        submit={m.account_continue()}
      />
    </NarrowPage>
  );
}
