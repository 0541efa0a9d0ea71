import type { Route } from "./+types/forgot-password.page.ts";
import { forgotPasswordForm } from "#domain/identity/account.form.ts";
import { isDemoMode } from "#domain/identity/auth.server.ts";
import { askForReset } from "#domain/identity/password.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseTooManyTries } from "#pages/form/refusals.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
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
import { MailSent } from "#pages/form/mail-link.tsx";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: PageArgs) {
  return { view: showForm(forgotPasswordForm, readVisitor(args)) };
}

/** The same response for every address; whether an e-mail is sent is decided afterwards. */
export async function action(args: PageArgs) {
  const post = await requireFormPost(args);
  return handleForm(forgotPasswordForm, post, async (typed) => {
    const { ipAddress, locale } = post.visitor;
    const email = typed.email.toLowerCase();
    const requested = await askForReset(browserRequest(args), { email, locale }, ipAddress);
    if (!requested.ok) return refuseTooManyTries(requested.retryAfterSeconds);
    return { ok: true, sentTo: email, hasOutbox: isDemoMode() };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_forgot_title(), isPrivate: true });

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData?.ok) {
    const { sentTo, hasOutbox } = actionData;
    return (
      <MailSent
        title={m.account_forgot_sent_title()}
        text={m.account_forgot_sent_text({ email: sentTo })}
        hasOutbox={hasOutbox}
      />
    );
  }
  return (
    <NarrowPage title={m.account_forgot_title()} lead={m.account_forgot_text()}>
      <AccountForm
        view={latestView(actionData, loaderData.view)}
        submit={m.account_forgot_button()}
      />
    </NarrowPage>
  );
}
