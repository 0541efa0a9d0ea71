import type { Route } from "./+types/reset-password.page.ts";
import { resetPasswordForm } from "#domain/identity/account.form.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { resetPassword } from "#domain/identity/password.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseUsedLink, refusePassword, refuseTooManyTries } from "#pages/account/refusals.ts";
import { answerForm, showForm } from "#pages/form/answer-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  type LinkPageArgs,
  privateHeaders,
  readVisitor,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { LinkUsedUp } from "./mail-link.tsx";

export async function loader(args: LinkPageArgs) {
  const link = await findLink("reset_password", args.params.token);
  if (!link) return null;
  const form = resetPasswordForm({ hasSecondFactor: await hasSecondFactor(link.userId) });
  return { email: link.email, view: showForm(form, readVisitor(args)) };
}

export async function action(args: LinkPageArgs) {
  const { token } = args.params;
  const post = await requireFormPost(args);
  const link = await findLink("reset_password", token);
  const form = resetPasswordForm({
    hasSecondFactor: link !== null && (await hasSecondFactor(link.userId)),
  });
  return answerForm(form, post, async (typed) => {
    const limit = limitAddress(post.visitor.ipAddress);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    const result = await resetPassword(token, typed["new-password"]);
    if (result.ok)
      return { ok: true, redirectTo: `${hrefIn(paths.signIn())}?notice=password_reset` };
    return result.code === "refused_password"
      ? refusePassword("new-password", result.fault)
      : refuseUsedLink();
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_reset_title(), isPrivate: true });

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <LinkUsedUp again={paths.forgotPassword()} />;
  const { email, view } = loaderData;
  return (
    <NarrowPage title={m.account_reset_title()} lead={m.account_reset_text({ email })}>
      <AccountForm view={latestView(actionData, view)} submit={m.account_reset_button()} />
    </NarrowPage>
  );
}
