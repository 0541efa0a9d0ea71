import type { Route } from "./+types/reset-password.page.ts";
import { resetPasswordForm, resetTiedPasswordForm } from "#domain/identity/account.form.ts";
import { isTiedToGoogle } from "#domain/identity/google-account.server.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { resetPassword } from "#domain/identity/password.server.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseUsedLink, refusePassword, refuseTooManyTries } from "#pages/account/refusals.ts";
import { answerForm, type Outcome, showForm } from "#pages/form/answer-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  type LinkPageArgs,
  privateHeaders,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { LinkUsedUp } from "./mail-link.tsx";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: LinkPageArgs) {
  const holder = await findHolder(args);
  if (!holder) return null;
  const form = (holder.isTied ? resetTiedPasswordForm : resetPasswordForm)(holder);
  return { email: holder.email, view: showForm(form, readVisitor(args)) };
}

export async function action(args: LinkPageArgs) {
  const post = await requireFormPost(args);
  const holder = await findHolder(args);
  const factors = holder ?? { hasSecondFactor: false };
  const reset = (password: string, keepsGoogle: boolean) =>
    answerReset(args, post.visitor.ipAddress, { password, keepsGoogle });
  return holder?.isTied
    ? answerForm(resetTiedPasswordForm(factors), post, (typed) =>
        reset(typed["new-password"], typed.google === "keep"),
      )
    : answerForm(resetPasswordForm(factors), post, (typed) => reset(typed["new-password"], true));
}

/** Whose link it is, and what the form must ask of them; null where the link is no good. */
async function findHolder({ params }: LinkPageArgs) {
  const link = await findLink("reset_password", params.token);
  if (!link) return null;
  const [hasFactor, isTied] = await Promise.all([
    hasSecondFactor(link.userId),
    isTiedToGoogle(link.userId),
  ]);
  return { email: link.email, hasSecondFactor: hasFactor, isTied };
}

async function answerReset(
  { params }: LinkPageArgs,
  ipAddress: string,
  chosen: { password: string; keepsGoogle: boolean },
): Promise<Outcome> {
  const limit = await limitAddress(ipAddress);
  if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
  const result = await resetPassword(params.token, chosen);
  if (result.ok) return { ok: true, redirectTo: `${hrefIn(paths.signIn())}?notice=password_reset` };
  return result.code === "refused_password"
    ? refusePassword("new-password", result.fault)
    : refuseUsedLink();
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
