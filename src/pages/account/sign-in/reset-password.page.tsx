import type { Route } from "./+types/reset-password.page.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { resetPassword } from "#domain/identity/password.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { m } from "#messages/messages.js";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { passwordFaultText, readFields } from "#pages/session/account-fields.server.ts";
import { AccountForm, NewPasswordField } from "#pages/session/account-form.tsx";
import {
  type LinkPageArgs,
  privateHeaders,
  readVisitor,
  redirectTo,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { LinkUsedUp } from "./mail-link.tsx";

const FORM = "reset";

export async function loader({ params }: LinkPageArgs) {
  const link = await findLink("reset_password", params.token);
  if (!link) return null;
  return { email: link.email, hasSecondFactor: await hasSecondFactor(link.userId) };
}

export async function action(args: LinkPageArgs) {
  const limit = limitAddress(readVisitor(args).ipAddress);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds);
  const field = await readFields(args.request);
  const result = await resetPassword(args.params.token, field("new-password"));
  if (result.ok) throw redirectTo(`${hrefIn(paths.signIn())}?notice=password_reset`);
  const problems =
    result.code === "refused_password"
      ? [{ control: "new-password", text: passwordFaultText(result.fault) }]
      : [];
  return refused({ form: FORM, problems });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_reset_title(), isPrivate: true });

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <LinkUsedUp again={paths.forgotPassword()} />;
  const shared = { form: FORM, answer: actionData };
  return (
    <NarrowPage
      title={m.account_reset_title()}
      lead={m.account_reset_text({ email: loaderData.email })}
    >
      <AccountForm {...shared} submit={m.account_reset_button()}>
        <NewPasswordField {...shared} {...loaderData} />
      </AccountForm>
    </NarrowPage>
  );
}
