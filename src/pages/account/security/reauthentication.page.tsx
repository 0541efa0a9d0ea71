import type { Route } from "./+types/reauthentication.page.ts";
import { m } from "#messages/messages.js";
import { AccountForm, showErrorOfOther } from "#pages/account/account-form.tsx";
import { askForPasskey, PasskeyForm } from "#pages/account/sign-in/passkey-form.tsx";
import { latestView } from "#pages/form/page-form.tsx";
import { type PageArgs, privateHeaders } from "#pages/session/guards.server.ts";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { handleReauthentication, loadReauthentication } from "./reauthentication.server.ts";
import stylesheet from "../account.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: PageArgs) {
  return loadReauthentication(args);
}

/** Redirects to the page that required the proof; the session stays the same. */
export function action(args: PageArgs) {
  return handleReauthentication(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_fresh_factor_title(), isPrivate: true });

/** Asks for a new proof before something sensitive: a session that was left open is not enough. */
export default function ReauthenticationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { returnTo, hasPasskey } = loaderData;
  if (loaderData.proof === "mail") {
    const { email, isMailed, mailView } = loaderData;
    return (
      <NarrowPage
        title={m.account_fresh_factor_title()}
        lead={isMailed ? m.account_confirm_mailed({ email }) : m.account_confirm_mail({ email })}
      >
        <AccountForm
          view={latestView(actionData, mailView)}
          hidden={{ returnTo }}
          submit={isMailed ? m.account_continue() : m.account_confirm_mail_button()}
        />
      </NarrowPage>
    );
  }
  const view = showErrorOfOther(
    "passkey-again",
    actionData,
    latestView(actionData, loaderData.view),
  );
  return (
    <NarrowPage title={m.account_fresh_factor_title()} lead={m.account_fresh_factor_text()}>
      {hasPasskey && (
        <>
          <PasskeyForm
            form="passkey-again"
            hidden={{ returnTo }}
            submit={m.account_passkey_use()}
            perform={askForPasskey}
            withoutScript={m.account_passkey_needs_script()}
          />
          <hr className="my-6 border-border" />
        </>
      )}
      <AccountForm
        view={view}
        hidden={{ returnTo }}
        variant={hasPasskey ? "ghost" : "primary"}
        submit={m.account_continue()}
      />
    </NarrowPage>
  );
}
