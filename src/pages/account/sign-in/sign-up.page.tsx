import type { Route } from "./+types/sign-up.page.ts";
import { signUpForm } from "#domain/identity/account.form.ts";
import { isDemoMode } from "#domain/identity/auth.server.ts";
import { isGoogleConfigured } from "#domain/identity/google.server.ts";
import { judgePassword } from "#domain/identity/password.server.ts";
import { limitAddress, limitMail } from "#domain/identity/rate-limits.server.ts";
import { signUp } from "#domain/identity/sign-up.server.ts";
import { acceptSiteTerms } from "#domain/terms/accept-terms.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refusePassword, refuseTooManyTries } from "#pages/form/refusals.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import { type PageArgs, privateHeaders, requireFormPost } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { localPath } from "#site/local-path.ts";
import { paths } from "#site/paths.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { AcceptTerms, TermsInFrench } from "./accept-terms.tsx";
import { GoogleButton } from "./google-button.tsx";
import { withReturnTo } from "./choose-redirect.ts";
import { MailSent } from "#pages/form/mail-link.tsx";
import { mailCode } from "./sign-in.server.ts";
import { findFrenchTerms, requireEnglishChoice } from "./terms-language.server.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: PageArgs) {
  const french = await findFrenchTerms(args);
  return {
    french,
    returnTo: new URL(args.request.url).searchParams.get("returnTo"),
    hasGoogle: isGoogleConfigured(),
    view: showForm(signUpForm({ asksLanguage: french !== null }), readVisitor(args)),
  };
}

/** Registers a new account. The response is the same whether or not the address already has one. */
export async function action(args: PageArgs) {
  const post = await requireFormPost(args);
  const asksLanguage = (await findFrenchTerms(args)) !== null;
  const form = signUpForm({ asksLanguage });
  return handleForm(form, post, async ({ name, password, englishChosen, ...typed }) => {
    if (asksLanguage && !englishChosen) return requireEnglishChoice();
    const isEnglishChosen = asksLanguage && englishChosen === true;
    const { ipAddress, locale } = post.visitor;
    const email = typed.email.toLowerCase();
    const returnTo = new URL(args.request.url).searchParams.get("returnTo") ?? "";
    if (password === undefined) {
      return mailCode(args, { email, newName: name, isEnglishChosen }, returnTo);
    }
    // Checking a password may call another service, so the tries are limited.
    const byAddress = await limitAddress(ipAddress);
    if (!byAddress.ok) return refuseTooManyTries(byAddress.retryAfterSeconds);
    const fault = await judgePassword(password, { email, name, hasSecondFactor: false });
    if (fault) return refusePassword("password", fault);
    const limit = await limitMail(ipAddress, email);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    await signUp({
      name,
      email,
      password,
      locale,
      isEnglishChosen,
      returnTo: localPath(returnTo),
      whenOpened: acceptSiteTerms("web: /register, password"),
    });
    return { ok: true, sentTo: email, hasOutbox: isDemoMode() };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_sign_up_title(), description: m.account_sign_up_text() });

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasGoogle, french, view } = loaderData;
  if (actionData?.ok) {
    const { sentTo, hasOutbox } = actionData;
    return (
      <MailSent
        title={m.account_sign_up_sent_title()}
        text={m.account_sign_up_sent_text({ email: sentTo })}
        hasOutbox={hasOutbox}
      />
    );
  }
  return (
    <NarrowPage title={m.account_sign_up_title()} lead={m.account_sign_up_text()}>
      <TermsInFrench french={french} />
      <AccountForm
        view={latestView(actionData, view)}
        action={withReturnTo(paths.signUp(), returnTo)}
        submit={m.account_sign_up_button()}
      >
        <AcceptTerms />
      </AccountForm>
      {hasGoogle && (
        <div className="mt-4">
          <GoogleButton returnTo={returnTo} />
        </div>
      )}
      <p className="mt-6">
        {m.account_have_account()}{" "}
        <a className="link" href={withReturnTo(paths.signIn(), returnTo)}>
          {m.account_sign_in_title()}
        </a>
      </p>
    </NarrowPage>
  );
}
