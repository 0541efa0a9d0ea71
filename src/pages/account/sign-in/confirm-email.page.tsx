import type { Route } from "./+types/confirm-email.page.ts";
import { confirmEmailForm } from "#domain/identity/account.form.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";
import { startSession } from "#domain/identity/session.server.ts";
import { confirmEmail } from "#domain/identity/sign-up.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseUsedLink, refuseTooManyTries, refuseWrongPassword } from "#pages/form/refusals.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  browserRequest,
  enterBrowser,
  type LinkPageArgs,
  privateHeaders,
  redirectTo,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { LinkUsedUp } from "#pages/form/mail-link.tsx";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

/** Opening the link uses nothing up, because mail programs open links too. */
export async function loader(args: LinkPageArgs) {
  const link = await findLink("confirm_email", args.params.token);
  return { email: link?.email ?? null, view: showForm(confirmEmailForm, readVisitor(args)) };
}

export async function action(args: LinkPageArgs) {
  const { token } = args.params;
  const post = await requireFormPost(args);
  return handleForm(confirmEmailForm, post, async ({ password }) => {
    const link = await findLink("confirm_email", token);
    if (!link) return refuseUsedLink();
    const limit = await limitPassword(post.visitor.ipAddress, link.userId);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    const result = await confirmEmail(token, password);
    if (!result.ok)
      return result.code === "wrong_password" ? refuseWrongPassword() : refuseUsedLink();
    const cookies = await startSession(result.userId, browserRequest(args));
    const next = result.returnTo === "/" ? hrefIn(paths.account()) : result.returnTo;
    throw redirectTo(next, await enterBrowser(args, cookies));
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_confirm_title(), isPrivate: true });

/**
 * The last step of a new account: the link proves the address, and the password proves that this
 * person created it.
 */
export default function ConfirmEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData;
  if (email === null) return <LinkUsedUp again={paths.signUp()} />;
  return (
    <NarrowPage title={m.account_confirm_title()} lead={m.account_confirm_text({ email })}>
      <AccountForm
        view={latestView(actionData, loaderData.view)}
        email={email}
        submit={m.account_confirm_button()}
      />
      <p className="mt-6">
        <Link className="link" to={paths.forgotPassword()}>
          {m.account_forgot_link()}
        </Link>
      </p>
    </NarrowPage>
  );
}
