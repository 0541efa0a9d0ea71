import type { Route } from "./+types/email-link.page.ts";
import { buttonForm } from "#domain/identity/account.form.ts";
import { isOwnEmailLink } from "#domain/identity/email-sign-in.server.ts";
import { finishEmailSignIn } from "#domain/identity/enter-by-email.server.ts";
import { acceptSiteTerms } from "#domain/terms/accept-terms.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { refuseUsedLink } from "#pages/form/refusals.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  browserRequest,
  type LinkPageArgs,
  privateHeaders,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { redirectAfterMailProof } from "./sign-in.server.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

const form = buttonForm("email-link");

/** Opening the link uses nothing up, because mail programs open links too. */
export async function loader(args: LinkPageArgs) {
  return {
    isOwn: await isOwnEmailLink(browserRequest(args), args.params.token),
    view: showForm(form, readVisitor(args)),
  };
}

export async function action(args: LinkPageArgs) {
  const post = await requireFormPost(args);
  return handleForm(form, post, async () => {
    const result = await finishEmailSignIn(
      browserRequest(args),
      { token: args.params.token },
      acceptSiteTerms("web: /register, link of the mail"),
    );
    if (result.ok) throw await redirectAfterMailProof(args, result);
    return refuseUsedLink();
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_sign_in_title(), isPrivate: true });

export default function EmailLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { isOwn, view } = loaderData;
  return (
    <NarrowPage
      title={m.account_sign_in_title()}
      lead={isOwn ? m.account_email_link_text() : undefined}
    >
      {isOwn ? (
        <AccountForm view={latestView(actionData, view)} submit={m.account_continue()} />
      ) : (
        <>
          <p>{m.account_email_link_elsewhere()}</p>
          <Link className="button mt-6" to={paths.signIn()}>
            {m.account_link_again()}
          </Link>
        </>
      )}
    </NarrowPage>
  );
}
