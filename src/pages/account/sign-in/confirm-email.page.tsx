import type { Route } from "./+types/confirm-email.page.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { limitPassword } from "#domain/identity/rate-limits.server.ts";
import { startSession } from "#domain/identity/session.server.ts";
import { confirmEmail } from "#domain/identity/sign-up.server.ts";
import { m } from "#messages/messages.js";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { readFields } from "#pages/session/account-fields.server.ts";
import { AccountForm, CurrentPasswordField } from "#pages/session/account-form.tsx";
import {
  browserRequest,
  type LinkPageArgs,
  privateHeaders,
  readVisitor,
  redirectTo,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { LinkUsedUp } from "./mail-link.tsx";

const FORM = "confirm";

/** Looking at a link uses nothing up: mail programs look at links too. */
export async function loader({ params }: LinkPageArgs) {
  const link = await findLink("confirm_email", params.token);
  return { email: link?.email ?? null };
}

export async function action(args: LinkPageArgs) {
  const { token } = args.params;
  const link = await findLink("confirm_email", token);
  if (!link) return refused({ form: FORM, problems: [] });
  const limit = limitPassword(readVisitor(args).ipAddress, link.userId);
  if (!limit.ok) return tooManyTries(FORM, limit.retryAfterSeconds);
  const field = await readFields(args.request);
  const result = await confirmEmail(token, field("password"));
  if (!result.ok) {
    const problems =
      result.code === "wrong_password"
        ? [{ control: "password", text: m.account_confirm_wrong_password() }]
        : [];
    return refused({ form: FORM, problems });
  }
  const cookies = await startSession(result.userId, browserRequest(args));
  throw redirectTo(hrefIn(paths.account()), cookies);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_confirm_title(), isPrivate: true });

/** The last step of a new account: the link proves the address, the password whose account it is. */
export default function ConfirmEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData;
  if (email === null) return <LinkUsedUp again={paths.signUp()} />;
  const shared = { form: FORM, answer: actionData };
  return (
    <NarrowPage title={m.account_confirm_title()} lead={m.account_confirm_text({ email })}>
      <AccountForm {...shared} submit={m.account_confirm_button()}>
        <CurrentPasswordField {...shared} label={m.account_password()} email={email} />
      </AccountForm>
      <p className="mt-6">
        <Link className="link" to={paths.forgotPassword()}>
          {m.account_forgot_link()}
        </Link>
      </p>
    </NarrowPage>
  );
}
