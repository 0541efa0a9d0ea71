import type { Route } from "./+types/cancel-email-change.page.ts";
import { buttonForm } from "#domain/identity/account.form.ts";
import { cancelEmailChange } from "#domain/identity/change-email.server.ts";
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

const form = buttonForm("cancel-email-change");

export async function loader(args: LinkPageArgs) {
  const link = await findLink("cancel_email_change", args.params.token);
  return { isGood: link !== null, view: showForm(form, readVisitor(args)) };
}

/** Redirects to choosing a new password: the person who asked for the change knew the old one. */
export async function action(args: LinkPageArgs) {
  return handleForm(form, await requireFormPost(args), async () => {
    const result = await cancelEmailChange(args.params.token);
    if (!result.ok) return refuseUsedLink();
    return { ok: true, redirectTo: `${hrefIn(paths.signIn())}?notice=email_change_cancelled` };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_cancel_email_title(), isPrivate: true });

/**
 * Opened by the link sent to the old address. Only the button cancels the change, because mail
 * programs open links.
 */
export default function CancelEmailChangePage({ loaderData, actionData }: Route.ComponentProps) {
  const { isGood, view } = loaderData;
  if (!isGood) return <LinkUsedUp again={paths.accountSecurity()} />;
  return (
    <NarrowPage title={m.account_cancel_email_title()} lead={m.account_cancel_email_text()}>
      <AccountForm view={latestView(actionData, view)} submit={m.account_cancel_email_button()} />
    </NarrowPage>
  );
}
