import type { Route } from "./+types/second-factor.page.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import type { AccountAnswer } from "#pages/session/account-answer.ts";
import { AccountForm, CurrentPasswordField } from "#pages/session/account-form.tsx";
import { PasskeySetup, PasskeysCard } from "./passkeys.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { RecoveryCodes, SecondFactorSetup } from "./authenticator-app.tsx";
import { answerSecondFactor, loadSecondFactor } from "./second-factor.server.ts";
import { SectionCard } from "#ui/section-card.tsx";

export function loader(args: Route.LoaderArgs) {
  return loadSecondFactor(args);
}

export function action(args: Route.ActionArgs) {
  return answerSecondFactor(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_second_factor(), isPrivate: true });

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isOn, hasApp, passkeys, hasPassword, isRequired } = loaderData;
  const answer = actionData && "problems" in actionData ? actionData : undefined;
  const label = m.account_current_password();
  if (actionData && "setup" in actionData && actionData.setup) {
    const { uri, codes } = actionData.setup;
    return <SecondFactorSetup uri={uri} codes={codes} />;
  }
  if (actionData && "passkey" in actionData && actionData.passkey) {
    return <PasskeySetup {...actionData.passkey} />;
  }
  if (answer?.form === "finish") {
    const { uri = "", codes = "" } = answer.typed;
    return <SecondFactorSetup uri={uri} codes={codes} answer={answer} />;
  }
  if (actionData && "renewed" in actionData) {
    return (
      <SectionCard title={m.account_recovery_codes()}>
        <RecoveryCodes codes={actionData.renewed} />
        <Link className="btn ghost mt-6" to={paths.accountSecurity()}>
          {m.account_recovery_codes_kept()}
        </Link>
      </SectionCard>
    );
  }
  if (!hasPassword) {
    return (
      <SectionCard title={m.account_second_factor()} text={m.account_password_none()}>
        <Link className="btn ghost" to={paths.forgotPassword()}>
          {m.account_password_set()}
        </Link>
      </SectionCard>
    );
  }
  return (
    <>
      {isRequired && (
        <p className="msg warn mb-6 max-w-190">{m.account_second_factor_required()}</p>
      )}
      <PasskeysCard
        passkeys={passkeys}
        email={email}
        isOnlyFactor={!hasApp && passkeys.length === 1}
        answer={answer}
      />
      <SectionCard title={m.account_app()} text={hasApp ? m.account_app_on() : m.account_app_off()}>
        {!hasApp && (
          <>
            {isOn && <p className="mb-4">{m.account_app_replaces_codes()}</p>}
            <AccountForm form="begin" answer={answer} look="ghost" submit={m.account_app_set_up()}>
              <CurrentPasswordField form="begin" {...{ answer, label, email }} />
            </AccountForm>
          </>
        )}
      </SectionCard>
      {isOn && <KeepingCards email={email} answer={answer} />}
    </>
  );
}

/** What is there to do once the second factor is on: new codes, and turning it off. */
function KeepingCards({ email, answer }: { email: string; answer: AccountAnswer | undefined }) {
  const label = m.account_current_password();
  return (
    <>
      <SectionCard title={m.account_recovery_codes()} text={m.account_recovery_codes_renew_text()}>
        <AccountForm
          form="renew-codes"
          answer={answer}
          look="ghost"
          submit={m.account_recovery_codes_renew()}
        >
          <CurrentPasswordField form="renew-codes" {...{ answer, label, email }} />
        </AccountForm>
      </SectionCard>
      <SectionCard title={m.account_second_factor_end()} text={m.account_second_factor_end_text()}>
        <AccountForm
          form="end"
          answer={answer}
          look="ghost"
          submit={m.account_second_factor_end_button()}
        >
          <CurrentPasswordField form="end" {...{ answer, label, email }} />
        </AccountForm>
      </SectionCard>
    </>
  );
}
