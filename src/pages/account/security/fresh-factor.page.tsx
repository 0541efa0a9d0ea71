import type { Route } from "./+types/fresh-factor.page.ts";
import { buttonForm, emailCodeForm, secondStepForm } from "#domain/identity/account.form.ts";
import {
  askForEmailSignIn,
  confirmByEmailCode,
  findEmailSignIn,
} from "#domain/identity/email-sign-in.server.ts";
import { needsConfirmation, recordConfirmation } from "#domain/identity/proof.server.ts";
import { proveFactorWithPasskey } from "#domain/identity/passkey-sign-in.server.ts";
import { countPasskeys } from "#domain/identity/passkey.server.ts";
import {
  hasAuthenticatorApp,
  hasSecondFactor,
  proveFactorAgain,
} from "#domain/identity/second-factor.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { AccountForm, showErrorOfOther } from "#pages/account/account-form.tsx";
import { refuseInDemo, refuseTooManyTries } from "#pages/form/refusals.ts";
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
  const returnTo = localPath(new URL(args.request.url).searchParams.get("returnTo"));
  // The forms themselves ask for a password where it is all there is.
  if (!(await needsConfirmation(user.id))) throw redirectTo(returnTo);
  const factors = await findFactors(user.id);
  const isMailed = (await findEmailSignIn(browserRequest(args)))?.email === user.email;
  return {
    email: user.email,
    proof: await chooseProof(user.id),
    isMailed,
    hasPasskey: factors.hasPasskey,
    returnTo,
    view: showForm(secondStepForm(factors), visitor),
    mailView: showForm(isMailed ? emailCodeForm : mailForm, visitor),
  };
}

const mailForm = buttonForm("confirm-mail");

/** By the second factor where there is one, else by a code to the mailbox. */
async function chooseProof(userId: string): Promise<"factor" | "mail"> {
  return (await hasSecondFactor(userId)) ? "factor" : "mail";
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
  const redirectBack = localPath(rawValue(post.raw, "returnTo"));
  if ((await chooseProof(user.id)) === "mail") return answerMail(args, post, holder, redirectBack);
  if (rawValue(post.raw, "form") === "passkey-again") {
    return answerForm(buttonForm("passkey-again"), post, async () => {
      const response = rawValue(post.raw, "response");
      const isProved = await proveFactorWithPasskey(browserRequest(args), holder, response);
      if (isProved) return { ok: true, redirectTo: redirectBack };
      return { ok: false, status: 422, message: m.account_passkey_refused() };
    });
  }
  return answerForm(secondStepForm(await findFactors(user.id)), post, async ({ code }) => {
    // Counted by session: others at the address stop nobody.
    const result = await proveFactorAgain(browserRequest(args), holder, code);
    if (result.ok) return { ok: true, redirectTo: redirectBack };
    return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
  });
}

/** Has a code mailed, or takes it: for an account that has neither a factor nor a password. */
async function answerMail(
  args: PageArgs,
  post: Awaited<ReturnType<typeof requireFormPost>>,
  { sessionId }: { sessionId: string },
  redirectBack: string,
) {
  const { user, visitor } = requireMember(args);
  const request = browserRequest(args);
  const here = `${hrefIn(paths.freshFactor())}?${new URLSearchParams({ returnTo: redirectBack })}`;
  if (rawValue(post.raw, "form") === mailForm.name) {
    return answerForm(mailForm, post, async () => {
      if (user.isDemo) return refuseInDemo();
      const { locale } = visitor;
      const asked = { email: user.email, locale, newName: null, returnTo: "/" };
      const mailed = await askForEmailSignIn(request, asked, visitor.ipAddress);
      if (!mailed.ok) return refuseTooManyTries(mailed.retryAfterSeconds);
      throw redirectTo(here, [mailed.cookie]);
    });
  }
  return answerForm(emailCodeForm, post, async ({ code }) => {
    const { ipAddress } = visitor;
    const result = await confirmByEmailCode(request, user.email, { code, ipAddress });
    if (!result.ok && result.code === "too_many_tries")
      return refuseTooManyTries(result.retryAfterSeconds);
    // Run out, or tried too often: the page offers another code.
    if (!result.ok && result.code === "over") throw redirectTo(here);
    if (!result.ok) return { ok: false, fieldErrors: [{ question: "code", code: "wrong" }] };
    await recordConfirmation(sessionId);
    return { ok: true, redirectTo: redirectBack };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_fresh_factor_title(), isPrivate: true });

/** A proof given anew, before something sensitive: a session left open is not enough. */
export default function FreshFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasPasskey } = loaderData;
  if (loaderData.proof === "mail") {
    const { email, isMailed, mailView } = loaderData;
    return (
      <NarrowPage
        title={m.account_fresh_factor_title()}
        lead={isMailed ? m.account_confirm_mailed({ email }) : m.account_confirm_mail({ email })}
      >
        <AccountForm
          view={latestView(actionData, mailView)}
          hidden={{ returnTo }}
          submit={isMailed ? m.account_continue() : m.account_confirm_mail_button()}
        />
      </NarrowPage>
    );
  }
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
