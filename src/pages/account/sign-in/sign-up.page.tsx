import type { Route } from "./+types/sign-up.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { GoogleButton } from "./google-button.tsx";
import { withReturnTo } from "./landing.ts";
import { MailSent } from "./mail-link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { type PageArgs, privateHeaders, readVisitor } from "#pages/session/guards.server.ts";
import { isDemoMode } from "#domain/identity/auth.server.ts";
import { isGoogleConfigured } from "#domain/identity/google.server.ts";
import { signUp } from "#domain/identity/sign-up.server.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import {
  newPasswordProblems,
  readAccountEmail,
  readAccountName,
  readFields,
} from "#pages/session/account-fields.server.ts";
import { limitMail } from "#domain/identity/rate-limits.server.ts";

const FORM = "sign-up";

export function loader({ request }: PageArgs) {
  const returnTo = new URL(request.url).searchParams.get("returnTo");
  return { returnTo, hasGoogle: isGoogleConfigured() };
}

/** Takes in a new account. The answer is the same whether the address has one already or not. */
export async function action(args: PageArgs) {
  const { ipAddress, locale } = readVisitor(args);
  const field = await readFields(args.request);
  const typed = { name: field("name"), email: field("email") };
  const password = field("password");
  const name = readAccountName("name", typed.name);
  const email = readAccountEmail("email", typed.email);
  const problems = [
    ...name.problems,
    ...email.problems,
    ...newPasswordProblems("password", password, {
      email: email.value ?? "",
      hasSecondFactor: false,
    }),
  ];
  if (name.value === null || email.value === null || problems.length > 0) {
    return refused({ form: FORM, problems, typed });
  }
  const limit = limitMail(ipAddress, email.value);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds, typed);
  await signUp({ name: name.value, email: email.value, password, locale });
  return { sentTo: email.value, hasOutbox: isDemoMode() };
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_sign_up_title(), description: m.account_sign_up_text() });

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasGoogle } = loaderData;
  if (actionData && "sentTo" in actionData) {
    return (
      <MailSent
        title={m.account_sign_up_sent_title()}
        text={m.account_sign_up_sent_text({ email: actionData.sentTo })}
        hasOutbox={actionData.hasOutbox}
      />
    );
  }
  const shared = { form: FORM, answer: actionData };
  return (
    <NarrowPage title={m.account_sign_up_title()} lead={m.account_sign_up_text()}>
      <AccountForm
        {...shared}
        action={withReturnTo(paths.signUp(), returnTo)}
        submit={m.account_sign_up_button()}
      >
        <AccountField {...shared} name="name" label={m.account_name()} autoComplete="name" />
        <AccountField
          {...shared}
          name="email"
          type="email"
          label={m.account_email()}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <AccountField
          {...shared}
          name="password"
          type="password"
          label={m.account_password()}
          hint={m.account_new_password_hint()}
          autoComplete="new-password"
        />
        <p className="small muted">
          {m.account_sign_up_terms()}{" "}
          <a className="link" href={hrefIn(paths.terms())}>
            {m.account_terms_link()}
          </a>
          {" · "}
          <a className="link" href={hrefIn(paths.privacy())}>
            {m.account_privacy_link()}
          </a>
        </p>
      </AccountForm>
      {hasGoogle && (
        <div className="mt-4">
          <GoogleButton returnTo={returnTo} />
        </div>
      )}
      <p className="mt-6">
        {m.account_have_account()}{" "}
        <Link className="link" to={paths.signIn()}>
          {m.account_sign_in_title()}
        </Link>
      </p>
    </NarrowPage>
  );
}
