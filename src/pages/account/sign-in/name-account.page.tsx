import type { Route } from "./+types/name-account.page.ts";
import { nameAccountForm } from "#domain/identity/account.form.ts";
import { findUnnamed, nameAccount } from "#domain/identity/enter-by-email.server.ts";
import { acceptSiteTerms } from "#domain/terms/accept-terms.server.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import {
  browserRequest,
  type PageArgs,
  privateHeaders,
  requireFormPost,
} from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { AcceptTerms, TermsInFrench } from "./accept-terms.tsx";
import { redirectAfterMailProof, redirectToSignIn } from "./sign-in.server.ts";
import { findFrenchTerms, requireEnglishChoice } from "./terms-language.server.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: PageArgs) {
  const unnamed = await findUnnamed(browserRequest(args));
  if (!unnamed) throw redirectToSignIn(args, "code_over");
  const french = await findFrenchTerms(args);
  const view = showForm(nameAccountForm({ asksLanguage: french !== null }), readVisitor(args));
  return { email: unnamed.email, view, french };
}

/** Opens the account of an address that was proved by the code of the mail, and signs in. */
export async function action(args: PageArgs) {
  const post = await requireFormPost(args);
  const asksLanguage = (await findFrenchTerms(args)) !== null;
  const form = nameAccountForm({ asksLanguage });
  return handleForm(form, post, async ({ name, englishChosen }) => {
    if (asksLanguage && !englishChosen) return requireEnglishChoice();
    const opened = await nameAccount(
      browserRequest(args),
      { name, isEnglishChosen: asksLanguage && englishChosen === true },
      acceptSiteTerms("web: /register/name"),
    );
    throw opened.ok
      ? await redirectAfterMailProof(args, opened)
      : redirectToSignIn(args, "code_over");
  });
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_name_title(), isPrivate: true });

/** The last step of signing up by e-mail: before it there is no account. */
export default function NameAccountPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, view, french } = loaderData;
  return (
    <NarrowPage title={m.account_name_title()} lead={m.account_name_text({ email })}>
      <TermsInFrench french={french} />
      <AccountForm
        view={latestView(actionData, view)}
        submit={m.account_sign_up_button()}
        size="lg"
        block
      >
        <AcceptTerms />
      </AccountForm>
    </NarrowPage>
  );
}
