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
import { askForPasskey } from "./passkey-ceremony.ts";
import { PasskeyForm } from "./passkey-form.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { answerSignInPost } from "./sign-in-post.server.ts";
import { loadSignIn } from "./sign-in-view.server.ts";
import { signInProblemText } from "./sign-in-words.ts";
import { SignedIn } from "./signed-in.tsx";

export function loader({ request, context }: Route.LoaderArgs) {
  return loadSignIn(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return answerSignInPost(request, context);
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
