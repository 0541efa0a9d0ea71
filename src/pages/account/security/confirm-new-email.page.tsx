import type { Route } from "./+types/confirm-new-email.page.ts";
import { buttonForm } from "#domain/identity/account.form.ts";
import { confirmEmailChange } from "#domain/identity/change-email.server.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseUsedLink } from "#pages/form/refusals.ts";
import { LinkUsedUp } from "#pages/form/mail-link.tsx";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
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
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: LinkPageArgs) {
  const link = await findLink("change_email", args.params.token);
  const visitor = readVisitor(args);
  return {
    email: link?.email ?? null,
    isSameSession: link?.sessionId === visitor.sessionId,
    view: showForm(buttonForm("new-email"), visitor),
  };
}

export async function action(args: LinkPageArgs) {
  const post = await requireFormPost(args);
  return handleForm(buttonForm("new-email"), post, async () => {
    const result = await confirmEmailChange(args.params.token, post.visitor.sessionId);
    if (!result.ok) {
      return result.code === "other_session"
        ? { ok: false, status: 403, message: m.account_new_email_elsewhere() }
        : refuseUsedLink();
    }
    return { ok: true, redirectTo: `${hrefIn(paths.accountSecurity())}?notice=email_changed` };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_new_email_title(), isPrivate: true });

export default function ConfirmNewEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isSameSession, view } = loaderData;
  if (email === null) return <LinkUsedUp again={paths.accountSecurity()} />;
  if (!isSameSession) {
    return (
      <NarrowPage title={m.account_new_email_title()}>
        <p>{m.account_new_email_elsewhere()}</p>
      </NarrowPage>
    );
  }
  return (
    <NarrowPage title={m.account_new_email_title()} lead={m.account_new_email_text({ email })}>
      <AccountForm view={latestView(actionData, view)} submit={m.account_new_email_button()} />
    </NarrowPage>
  );
}
