import type { Route } from "./+types/second-step.page.ts";
import { secondStepForm } from "#domain/identity/account.form.ts";
import { m } from "#messages/messages.js";
import { AccountForm, showErrorOfOther } from "#pages/account/account-form.tsx";
import { showForm } from "#pages/form/handle-form.server.ts";
import { latestView } from "#pages/form/page-form.tsx";
import { type PageArgs, privateHeaders } from "#pages/session/guards.server.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { askForPasskey, PasskeyForm } from "./passkey-form.tsx";
import { handleSecondStep, findFactors } from "./second-step.server.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: PageArgs) {
  const factors = await findFactors(args);
  return {
    ...factors,
    returnTo: new URL(args.request.url).searchParams.get("returnTo"),
    view: showForm(secondStepForm(factors), readVisitor(args)),
  };
}

export function action(args: PageArgs) {
  return handleSecondStep(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_second_step_title(), isPrivate: true });

export default function SecondStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasApp, hasPasskey } = loaderData;
  const view = showErrorOfOther(
    "passkey-step",
    actionData,
    latestView(actionData, loaderData.view),
  );
  const hidden: Record<string, string> = returnTo ? { returnTo } : {};
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
            hidden={hidden}
            submit={m.account_passkey_use()}
            perform={askForPasskey}
            withoutScript={m.account_passkey_needs_script()}
          />
          <hr className="my-6 border-border" />
        </>
      )}
      <AccountForm
        view={view}
        hidden={hidden}
        variant={hasPasskey ? "ghost" : "primary"}
        submit={m.account_sign_in_button()}
      />
    </NarrowPage>
  );
}
