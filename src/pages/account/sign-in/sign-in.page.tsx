import { Form, useNavigation } from "react-router";
import type { Route } from "./+types/sign-in.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { DemoAccounts } from "./demo-accounts.tsx";
import { GoogleButton } from "./google-button.tsx";
import { withReturnTo } from "./landing.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { askForPasskey, PasskeyForm } from "./passkey-form.tsx";
import { type PageArgs, privateHeaders, readVisitor } from "#pages/session/guards.server.ts";
import { answerSignIn, type SignInProblem } from "./sign-in.server.ts";
import { offeredDemoAccounts } from "#domain/identity/demo-accounts.server.ts";
import { isGoogleConfigured } from "#domain/identity/google.server.ts";
import { may } from "#domain/identity/permission.ts";
import { findNotice } from "#pages/account/notices.ts";
import { SignOutForm } from "#pages/session/sign-out-form.tsx";

export function loader(args: PageArgs) {
  const { user } = readVisitor(args);
  const query = new URL(args.request.url).searchParams;
  return {
    user: user && { name: user.name, worksLeads: may(user, "workLeads") },
    returnTo: query.get("returnTo"),
    notice: findNotice(query.get("notice")),
    hasGoogle: isGoogleConfigured(),
    demoAccounts: offeredDemoAccounts(),
  };
}

export function action(args: PageArgs) {
  return answerSignIn(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_sign_in_title(), description: m.account_sign_in_text() });

export default function SignInPage({ loaderData, actionData }: Route.ComponentProps) {
  const { user, returnTo, notice, hasGoogle, demoAccounts } = loaderData;
  const isBusy = useNavigation().state === "submitting";
  const problems = actionData?.problems ?? [];
  const problemOf = (control: "email" | "password") => {
    const problem = problems.find((each) => each.control === control);
    return problem && signInProblemText(problem);
  };
  const whole = problems.find(({ control }) => control === null);
  return (
    <div className="wrap pg">
      <div className="pg-h">
        <h1>{m.account_sign_in_title()}</h1>
        <p>{m.account_sign_in_text()}</p>
      </div>
      <NoticeLine notice={notice} />
      {user && <SignedIn user={user} />}
      <div className={demoAccounts.length > 0 ? "grid items-start gap-10 lg:grid-cols-2" : ""}>
        <div className="card pad max-w-130">
          <ErrorSummary
            problems={problems.flatMap((problem) =>
              problem.control ? [{ id: problem.control, message: signInProblemText(problem) }] : [],
            )}
          >
            {whole && <p className="mt-2">{signInProblemText(whole)}</p>}
          </ErrorSummary>
          <Form method="post" action={hrefIn(paths.signIn())} reloadDocument noValidate>
            {returnTo && <input type="hidden" name="returnTo" value={returnTo} />}
            <div className="stack">
              <TextField
                label={m.account_email()}
                name="email"
                type="email"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                required
                defaultValue={actionData?.email}
                error={problemOf("email")}
              />
              <TextField
                label={m.account_password()}
                name="password"
                type="password"
                autoComplete="current-password"
                required
                error={problemOf("password")}
              />
              <Button type="submit" size="lg" block busy={isBusy}>
                {m.account_sign_in_button()}
              </Button>
            </div>
          </Form>
          <div className="with-script mt-4">
            <PasskeyForm
              form="passkey"
              hidden={{ returnTo }}
              look="ghost"
              submit={m.account_passkey_sign_in()}
              perform={askForPasskey}
            />
          </div>
          {hasGoogle && (
            <div className="mt-4">
              <GoogleButton returnTo={returnTo} />
            </div>
          )}
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
  );
}

/** Said to a person who comes to sign in and is signed in already. */
function SignedIn({ user }: { user: { name: string; worksLeads: boolean } }) {
  return (
    <div className="msg plain mb-8 max-w-130 flex-wrap items-center">
      <p className="grow">{m.account_signed_in_as({ name: user.name })}</p>
      <Link className="btn ghost sm" to={user.worksLeads ? paths.leads() : paths.account()}>
        {user.worksLeads ? m.account_to_inbox() : m.account_title()}
      </Link>
      <SignOutForm className="btn ghost sm">{m.account_sign_out()}</SignOutForm>
    </div>
  );
}

/** The sentence beside a field or above the form. */
function signInProblemText(problem: SignInProblem): string {
  switch (problem.code) {
    case "email_missing":
      return m.account_email_missing();
    case "email_format":
      return m.account_email_format();
    case "password_missing":
      return m.account_password_missing();
    case "wrong_credentials":
      return m.account_wrong_credentials();
    case "passkey_refused":
      return m.account_passkey_refused();
    case "too_many_tries":
      return problem.minutes === 1
        ? m.account_too_many_tries_minute()
        : m.account_too_many_tries({ minutes: problem.minutes });
  }
}
