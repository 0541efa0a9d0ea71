import type { Route } from "./+types/forgot-password.page.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { MailSent } from "./mail-sent.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { answerForgotPassword } from "./reset-password.server.ts";

export function action(args: Route.ActionArgs) {
  return answerForgotPassword(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_forgot_title(), isPrivate: true });

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  if (actionData && "sentTo" in actionData) {
    const text = m.account_forgot_sent_text({ email: actionData.sentTo });
    return <MailSent title={m.account_forgot_sent_title()} text={text} />;
  }
  const shared = { form: "forgot", answer: actionData };
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
