import { Questions } from "#forms/page/step-questions.tsx";
import type { FormResult, FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { makePasskey, PasskeyForm } from "#pages/account/sign-in/passkey-form.tsx";
import { latestView } from "#pages/form/page-form.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import { RecoveryCodes } from "./authenticator-app.tsx";
import type { SecondFactorView } from "./second-factor.server.ts";

type PasskeysCardProps = Pick<SecondFactorView, "passkeys" | "email"> & {
  /** Removing the only passkey turns the second factor off. */
  isOnlyFactor: boolean;
  result: FormResult | undefined;
  begin: FormView;
};

/** The account's passkeys, each with its name and how to remove it, and a form to add one. */
export function PasskeysCard({ passkeys, begin, ...row }: PasskeysCardProps) {
  return (
    <SectionCard title={m.account_passkeys()} text={m.account_passkeys_text()}>
      {passkeys.length === 0 ? (
        <p className="mb-4">{m.account_passkeys_none()}</p>
      ) : (
        <ul className="mb-6">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} {...row} />
          ))}
        </ul>
      )}
      <p className="notice notice--plain without-script mb-4">
        {m.account_passkey_needs_script_add()}
      </p>
      <AccountForm
        view={begin}
        email={row.email}
        variant="ghost"
        submit={m.account_passkey_add()}
      />
    </SectionCard>
  );
}

type PasskeyRowProps = Omit<PasskeysCardProps, "passkeys" | "begin"> & {
  passkey: PasskeysCardProps["passkeys"][number];
};

function PasskeyRow({ passkey, email, isOnlyFactor, result }: PasskeyRowProps) {
  const { name, created, used, rename, remove } = passkey;
  const refused = result?.ok === false ? result.view.form : undefined;
  return (
    <li className="border-b border-border py-3">
      <b className="wrap-anywhere">{name}</b>
      <p className="small muted">
        {m.account_passkey_created_on({ date: created })},{" "}
        {used ? m.account_passkey_used_on({ when: used }) : m.account_passkey_never_used()}
      </p>
      <details open={refused === rename.form || refused === remove.form} className="mt-2">
        <summary className="link">
          {m.account_passkey_edit()}
          <span className="sr-only"> ({name})</span>
        </summary>
        <div className="mt-4 grid gap-6 sm:grid-cols-2">
          <div>
            <AccountForm
              view={latestView(result, rename)}
              variant="ghost"
              submit={m.account_passkey_rename()}
            />
          </div>
          <div>
            {isOnlyFactor && <p className="small mb-3">{m.account_passkey_remove_last()}</p>}
            <AccountForm
              view={latestView(result, remove)}
              email={email}
              variant="ghost"
              submit={m.account_passkey_remove()}
            />
          </div>
        </div>
      </details>
    </li>
  );
}

type PasskeySetupProps = {
  /** The server's options for the authenticator, as JSON. */
  options: string;
  /** New recovery codes, if the account had none. */
  codes: string | null;
  view: FormView;
};

/** Creates the passkey; before the first one, the person stores the recovery codes. */
export function PasskeySetup({ options, codes, view }: PasskeySetupProps) {
  return (
    <>
      {codes && (
        <SectionCard title={m.account_passkey_codes_step()}>
          <RecoveryCodes codes={codes} />
        </SectionCard>
      )}
      <SectionCard
        title={codes ? m.account_passkey_create_step() : m.account_passkey_create_title()}
        text={m.account_passkey_create_text()}
      >
        <PasskeyForm
          form={view.form}
          submit={m.account_passkey_create()}
          perform={() => makePasskey(options)}
          withoutScript={m.account_passkey_needs_script_add()}
        >
          <Questions view={view} />
        </PasskeyForm>
      </SectionCard>
    </>
  );
}
