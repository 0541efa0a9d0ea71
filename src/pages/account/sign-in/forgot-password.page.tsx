import type { Route } from "./+types/forgot-password.page.ts";
import { isDemoMode } from "#domain/identity/auth.server.ts";
import { askForReset } from "#domain/identity/password.server.ts";
import { limitMail } from "#domain/identity/rate-limits.server.ts";
import { m } from "#messages/messages.js";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { readAccountEmail, readFields } from "#pages/session/account-fields.server.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { type PageArgs, privateHeaders, readVisitor } from "#pages/session/guards.server.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { MailSent } from "./mail-link.tsx";

const FORM = "forgot";

/** The same answer for every address; whether a mail goes out is decided after it. */
export async function action(args: PageArgs) {
  const { ipAddress, locale } = readVisitor(args);
  const field = await readFields(args.request);
  const typed = { email: field("email") };
  const email = readAccountEmail("email", typed.email);
  if (email.value === null) return refused({ form: FORM, problems: email.problems, typed });
  const limit = limitMail(ipAddress, email.value);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds, typed);
  await askForReset(email.value, locale);
  return { sentTo: email.value, hasOutbox: isDemoMode() };
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_forgot_title(), isPrivate: true });

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  if (actionData && "sentTo" in actionData) {
    const { sentTo, hasOutbox } = actionData;
    return (
      <MailSent
        title={m.account_forgot_sent_title()}
        text={m.account_forgot_sent_text({ email: sentTo })}
        hasOutbox={hasOutbox}
      />
    );
  }
  const shared = { form: FORM, answer: actionData };
  return (
    <NarrowPage title={m.account_forgot_title()} lead={m.account_forgot_text()}>
      <AccountForm {...shared} submit={m.account_forgot_button()}>
        <AccountField
          {...shared}
          name="email"
          type="email"
          label={m.account_email()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </AccountForm>
    </NarrowPage>
  );
}
