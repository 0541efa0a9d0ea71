import type { Route } from "./+types/second-step.page.ts";
import { m } from "#messages/messages.js";
import { pageMeta } from "#ui/page-meta.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { askForPasskey } from "./passkey-ceremony.ts";
import { PasskeyForm } from "./passkey-form.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { answerSecondStep, loadSecondStep } from "./second-step.server.ts";

export function loader(args: Route.LoaderArgs) {
  return loadSecondStep(args);
}

export function action(args: Route.ActionArgs) {
  return answerSecondStep(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_second_step_title(), isPrivate: true });

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasApp, hasPasskey } = loaderData;
  const shared = { form: "second-step", answer: actionData };
  const lead = hasPasskey
    ? hasApp
      ? m.account_second_step_text_passkey()
      : m.account_second_step_text_passkey_only()
    : m.account_second_step_text();
  return (
    <NarrowPage title={m.account_second_step_title()} lead={lead}>
      {hasPasskey && (
        <>
          <PasskeyForm
            form="passkey-step"
            hidden={{ returnTo }}
            submit={m.account_passkey_use()}
            perform={askForPasskey}
            withoutScript={m.account_passkey_needs_script()}
          />
          <hr className="my-6 border-border" />
        </>
      )}
      <AccountForm
        {...shared}
        hidden={{ returnTo }}
        look={hasPasskey ? "ghost" : "primary"}
        submit={m.account_sign_in_button()}
      >
        <AccountField
          {...shared}
          name="code"
          label={hasApp ? m.account_code() : m.account_recovery_code()}
          hint={hasApp ? m.account_code_hint() : undefined}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      </AccountForm>
    </NarrowPage>
  );
}
