import type { Route } from "./+types/undo-credential.page.ts";
import { buttonForm } from "#domain/identity/account.form.ts";
import { limitAddress } from "#domain/identity/rate-limits.server.ts";
import { findUndoable, undoCredential } from "#domain/identity/undo-credential.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseTooManyTries, refuseUsedLink } from "#pages/form/refusals.ts";
import { LinkUsedUp } from "#pages/form/mail-link.tsx";
import { describeCredential } from "#pages/account/credential-words.ts";
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

const form = buttonForm("undo-way-in");

export async function loader(args: LinkPageArgs) {
  const visitor = readVisitor(args);
  const undoable = await findUndoable(args.params.token);
  return {
    what: undoable && describeCredential(undoable, visitor.locale),
    view: showForm(form, visitor),
  };
}

/**
 * Redirects to choosing a new password: the person who added the credential may know the old one.
 */
export async function action(args: LinkPageArgs) {
  const post = await requireFormPost(args);
  return handleForm(form, post, async () => {
    const limit = await limitAddress(post.visitor.ipAddress);
    if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
    const result = await undoCredential(args.params.token);
    if (!result.ok) return refuseUsedLink();
    return { ok: true, redirectTo: `${hrefIn(paths.signIn())}?notice=way_in_undone` };
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_undo_title(), isPrivate: true });

/**
 * Opened by the link in a notice. Only the button undoes the change, because mail programs open
 * links.
 */
export default function UndoWayInPage({ loaderData, actionData }: Route.ComponentProps) {
  const { what, view } = loaderData;
  if (what === null) return <LinkUsedUp again={paths.forgotPassword()} />;
  return (
    <NarrowPage title={m.account_undo_title()} lead={m.account_undo_text()}>
      <p className="mb-6 wrap-anywhere">
        <b>{what}</b>
      </p>
      <AccountForm view={latestView(actionData, view)} submit={m.account_undo_button()} />
    </NarrowPage>
  );
}
