import type { Route } from "./+types/second-factor.page.ts";
import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { AccountForm, showErrorOfOther } from "#pages/account/account-form.tsx";
import { latestView } from "#pages/form/page-form.tsx";
import { type PageArgs, privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { AuthenticatorAppSetup, RecoveryCodes } from "./authenticator-app.tsx";
import { PasskeysCard, PasskeySetup } from "./passkeys.tsx";
import {
  handleSecondFactor,
  loadSecondFactor,
  type SecondFactorView,
} from "./second-factor.server.ts";

export function loader(args: PageArgs) {
  return loadSecondFactor(args);
}

export function action(args: PageArgs) {
  return handleSecondFactor(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.account_second_factor(), isPrivate: true });

export default function SecondFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, isOn, hasApp, passkeys, mayEnrol, isRequired, forms } = loaderData;
  if (actionData && "setup" in actionData) {
    const view = latestView(actionData, forms.finish);
    return <AuthenticatorAppSetup {...actionData.setup} view={view} />;
  }
  if (actionData && "passkey" in actionData) {
    return <PasskeySetup {...actionData.passkey} view={forms.finishPasskey} />;
  }
  if (actionData && "renewed" in actionData) {
    return (
      <SectionCard title={m.account_recovery_codes()}>
        <RecoveryCodes codes={actionData.renewed} />
        <Link className="button button--ghost mt-6" to={paths.accountSecurity()}>
          {m.account_recovery_codes_kept()}
        </Link>
      </SectionCard>
    );
  }
  if (!mayEnrol) {
    return (
      <SectionCard title={m.account_second_factor()} text={m.account_second_factor_required()}>
        <p>{m.account_enrolment_needed()}</p>
      </SectionCard>
    );
  }
  const beginPasskey = latestView(actionData, forms.beginPasskey);
  return (
    <>
      {isRequired && (
        <p className="notice notice--warn mb-6 max-w-190">{m.account_second_factor_required()}</p>
      )}
      <PasskeysCard
        passkeys={passkeys}
        email={email}
        isOnlyFactor={!hasApp && passkeys.length === 1}
        result={actionData}
        begin={showErrorOfOther("finish-passkey", actionData, beginPasskey)}
      />
      <SectionCard title={m.account_app()} text={hasApp ? m.account_app_on() : m.account_app_off()}>
        {!hasApp && (
          <>
            {isOn && <p className="mb-4">{m.account_app_replaces_codes()}</p>}
            <AccountForm
              view={latestView(actionData, forms.begin)}
              email={email}
              variant="ghost"
              submit={m.account_app_set_up()}
            />
          </>
        )}
      </SectionCard>
      {isOn && <ActiveFactorCards email={email} result={actionData} forms={forms} />}
    </>
  );
}

type ActiveFactorCardsProps = Pick<SecondFactorView, "email" | "forms"> & {
  result: FormResult | undefined;
};

/** The cards once the second factor is on: new codes, and turning it off. */
function ActiveFactorCards({ email, result, forms }: ActiveFactorCardsProps) {
  return (
    <>
      <SectionCard title={m.account_recovery_codes()} text={m.account_recovery_codes_renew_text()}>
        <AccountForm
          view={latestView(result, forms.renewCodes)}
          email={email}
          variant="ghost"
          submit={m.account_recovery_codes_renew()}
        />
      </SectionCard>
      <SectionCard title={m.account_second_factor_end()} text={m.account_second_factor_end_text()}>
        <AccountForm
          view={latestView(result, forms.end)}
          email={email}
          variant="ghost"
          submit={m.account_second_factor_end_button()}
        />
      </SectionCard>
    </>
  );
}
