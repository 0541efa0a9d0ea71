import type { Route } from "./+types/confirm-new-email.page.ts";
import { confirmEmailChange } from "#domain/identity/change-email.server.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { redirectTo, privateHeaders } from "#pages/session/guards.server.ts";
import { refused } from "#pages/session/account-answer.ts";
import { AccountForm } from "#pages/session/account-form.tsx";
import { LinkUsedUp } from "#pages/account/sign-in/mail-link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";

export async function loader({ params }: Route.LoaderArgs) {
  return { email: (await findLink("change_email", params.token))?.email ?? null };
}

export async function action({ params }: Route.ActionArgs) {
  const result = await confirmEmailChange(params.token);
  if (result.ok) throw redirectTo(`${hrefIn(paths.accountSecurity())}?notice=email_changed`);
  return refused({ form: "new-email", problems: [] });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_new_email_title(), isPrivate: true });

export default function ConfirmNewEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData;
  if (email === null) return <LinkUsedUp again={paths.accountSecurity()} />;
  return (
    <NarrowPage title={m.account_new_email_title()} lead={m.account_new_email_text({ email })}>
      <AccountForm form="new-email" answer={actionData} submit={m.account_new_email_button()} />
    </NarrowPage>
  );
}
