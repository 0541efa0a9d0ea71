import { Form } from "react-router";
import type { Route } from "./+types/sign-in.page.ts";
import { signInForm } from "#domain/identity/account.form.ts";
import { listDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import { describeDemoRole } from "#domain/people/role-words.server.ts";
import { isGoogleConfigured } from "#domain/identity/google.server.ts";
import { may } from "#domain/identity/permission.ts";
import { FormStart } from "#forms/page/form-start.tsx";
import { Questions } from "#forms/page/step-questions.tsx";
import { m } from "#messages/messages.js";
import { showErrorOfOther } from "#pages/account/account-form.tsx";
import { findNotice, isRedirectReason } from "#pages/account/notices.ts";
import { showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import { browserRequest, type PageArgs, privateHeaders } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { SignOutForm } from "#pages/session/sign-out-form.tsx";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { DemoAccounts } from "./demo-accounts.tsx";
import { GoogleButton } from "./google-button.tsx";
import { withReturnTo } from "./choose-redirect.ts";
import { PasskeyButton } from "./passkey-form.tsx";
import { handleSignIn } from "./sign-in.server.ts";
import { findSignInReason, type SignInReason } from "./sign-in-reason.server.ts";
import stylesheet from "../account.css?url";
import { formatCarName } from "#values/car-name.ts";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: PageArgs) {
  const visitor = readVisitor(args);
  const { user } = visitor;
  const query = new URL(args.request.url).searchParams;
  const returnTo = query.get("returnTo");
  const reason = user ? null : await findSignInReason(returnTo, browserRequest(args));
  const code = query.get("notice");
  const isNotifiedOtherwise = user ? isRedirectReason(code) : reason && code === "sign_in_needed";
  return {
    user: user && { name: user.name, worksLeads: may(user, "seeLeads") },
    returnTo,
    reason,
    // Nothing needs to be said to a person who is signed in, or if the reason is shown.
    notice: isNotifiedOtherwise ? null : findNotice(code),
    hasGoogle: isGoogleConfigured(),
    demoAccounts: listDemoAccounts().map((account) => ({
      ...account,
      roleName: describeDemoRole(account.role, visitor.locale),
    })),
    view: showForm(signInForm, visitor),
  };
}

export function action(args: PageArgs) {
  return handleSignIn(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_sign_in_title(), description: m.account_sign_in_text() });

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const { user, returnTo, reason, notice, hasGoogle, demoAccounts } = loaderData;
  const view = showErrorOfOther("passkey", actionData, latestView(actionData, loaderData.view));
  const carried = returnTo ? [{ name: "returnTo", value: returnTo }] : [];
  const isEmail = ({ name }: { name: string }) => name === "email";
  // After a refused code the returned form has no password field; the page needs it.
  const passwords = loaderData.view.questions
    .filter(({ name }) => name === "password")
    .map((requested) => view.questions.find(({ name }) => name === requested.name) ?? requested);
  return (
    <div className="page-width page">
      <div className={demoAccounts.length > 0 ? "" : "mx-auto max-w-130"}>
        <PageHead title={m.account_sign_in_title()} lead={m.account_sign_in_text()} />
        <NoticeLine notice={notice} />
        {reason && <Reason reason={reason} />}
        {user && <SignedIn user={user} />}
        <div className={demoAccounts.length > 0 ? "grid items-start gap-10 lg:grid-cols-2" : ""}>
          <div className="card p-6 max-w-130">
            <Form
              method="post"
              action={withReturnTo(paths.signIn(), returnTo)}
              noValidate
              reloadDocument
            >
              <FormStart view={{ ...view, hidden: [...view.hidden, ...carried] }} />
              <Questions view={{ questions: view.questions.filter(isEmail) }} />
              <p className="small muted mt-2">{m.account_email_code_new()}</p>
              <div className="stack mt-4">
                <Button type="submit" name="mail" value="1" size="lg" block>
                  {m.account_email_code_send()}
                </Button>
                <PasskeyButton />
                {hasGoogle && <GoogleButton returnTo={returnTo} />}
              </div>
              <p className="small muted mt-6 mb-3 border-t border-border pt-4">
                {m.account_or_password()}
              </p>
              <Questions view={{ questions: passwords }} />
              <Button type="submit" variant="ghost" block className="mt-4">
                {m.account_sign_in_button()}
              </Button>
            </Form>
            <ul className="stack mt-6">
              <li>
                <Link className="link" to={paths.forgotPassword()}>
                  {m.account_forgot_link()}
                </Link>
              </li>
              <li>
                {m.account_no_account_yet()}{" "}
                <a className="link" href={withReturnTo(paths.signUp(), returnTo)}>
                  {m.account_sign_up_link()}
                </a>
              </li>
            </ul>
          </div>
          {demoAccounts.length > 0 && <DemoAccounts accounts={demoAccounts} returnTo={returnTo} />}
        </div>
      </div>
    </div>
  );
}

/** Shown to a person who is already signed in. */
function SignedIn({ user }: { user: { name: string; worksLeads: boolean } }) {
  return (
    <div className="notice notice--plain mb-8 max-w-130 flex-wrap items-center">
      <p className="grow">{m.account_signed_in_as({ name: user.name })}</p>
      <Link
        className="button button--ghost button--small"
        to={user.worksLeads ? paths.leads() : paths.account()}
      >
        {user.worksLeads ? m.account_to_inbox() : m.account_title()}
      </Link>
      <SignOutForm className="button button--ghost button--small">
        {m.account_sign_out()}
      </SignOutForm>
    </div>
  );
}

/** Why signing in is needed for what they pressed; it is done right afterwards. */
function Reason({ reason }: { reason: SignInReason }) {
  return (
    <div className="card sign-in-reason">
      {reason.what !== "list" && (
        <ListingPicture listing={reason.listing} sizes="128px" isDecorative />
      )}
      <p>
        <b>{describe(reason)}</b>
        <span className="small muted">{m.account_sign_in_then()}</span>
      </p>
    </div>
  );
}

const WITH_A_CAR = {
  save: m.account_sign_in_to_save,
  bid: m.account_sign_in_to_bid,
  ask: m.account_sign_in_to_ask,
} as const;

function describe(reason: SignInReason): string {
  if (reason.what === "list") return m.account_sign_in_to_list();
  return WITH_A_CAR[reason.what]({ car: formatCarName(reason.listing) });
}
