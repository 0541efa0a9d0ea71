import type { Route } from "./+types/second-step.page.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountField, AccountForm } from "./account-form.tsx";
import { NarrowPage } from "./narrow-page.tsx";
import { privateHeaders } from "./private-page.ts";
import { answerSecondStep } from "./second-step.server.ts";

export function loader({ request }: Route.LoaderArgs) {
  return { returnTo: new URL(request.url).searchParams.get("returnTo") };
}

export function action(args: Route.ActionArgs) {
  return answerSecondStep(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_second_step_title(), isPrivate: true });

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const shared = { form: "second-step", answer: actionData };
  return (
    <NarrowPage title={m.account_second_step_title()} lead={m.account_second_step_text()}>
      <AccountForm
        {...shared}
        hidden={{ returnTo: loaderData.returnTo }}
        submit={m.account_sign_in_button()}
      >
        <AccountField
          {...shared}
          name="code"
          label={m.account_code()}
          hint={m.account_code_hint()}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      </AccountForm>
    </NarrowPage>
  );
}
