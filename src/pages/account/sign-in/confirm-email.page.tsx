import type { Route } from "./+types/confirm-email.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountForm, CurrentPasswordField } from "#pages/session/account-form.tsx";
import { answerConfirmEmail, loadConfirmEmail } from "./confirm-email.server.ts";
import { LinkUsedUp } from "./link-used-up.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";

export function loader(args: Route.LoaderArgs) {
  return loadConfirmEmail(args.params.token);
}

export function action(args: Route.ActionArgs) {
  return answerConfirmEmail(args, args.params.token);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_confirm_title(), isPrivate: true });

/** The last step of a new account: the link proves the address, the password whose account it is. */
export default function ConfirmEmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email } = loaderData;
  if (email === null) return <LinkUsedUp again={paths.signUp()} />;
  const shared = { form: "confirm", answer: actionData };
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
