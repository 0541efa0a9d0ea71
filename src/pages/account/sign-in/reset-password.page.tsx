import type { Route } from "./+types/reset-password.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountForm } from "#pages/session/account-form.tsx";
import { LinkUsedUp } from "./link-used-up.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { answerResetPassword, loadResetPassword } from "./reset-password.server.ts";

export function loader({ params }: Route.LoaderArgs) {
  return loadResetPassword(params.token);
}

export function action(args: Route.ActionArgs) {
  return answerResetPassword(args, args.params.token);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_reset_title(), isPrivate: true });

export default function ResetPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <LinkUsedUp again={paths.forgotPassword()} />;
  const shared = { form: "reset", answer: actionData };
  return (
    <NarrowPage
      title={m.account_reset_title()}
      lead={m.account_reset_text({ email: loaderData.email })}
    >
      <AccountForm {...shared} submit={m.account_reset_button()}>
        <NewPasswordField {...shared} {...loaderData} />
      </AccountForm>
    </NarrowPage>
  );
}
