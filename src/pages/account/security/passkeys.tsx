import { m } from "#messages/messages.js";
import type { AccountAnswer } from "#pages/session/account-answer.ts";
import { AccountField, AccountForm, CurrentPasswordField } from "#pages/session/account-form.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import { RecoveryCodes } from "./authenticator-app.tsx";
import { makePasskey, PasskeyForm } from "#pages/account/sign-in/passkey-form.tsx";

export type PasskeyView = { id: string; name: string; created: string; used: string | null };

type PasskeysCardProps = {
  passkeys: readonly PasskeyView[];
  email: string;
  /** Removing the only passkey turns the second factor off. */
  isOnlyFactor: boolean;
  answer: AccountAnswer | undefined;
};

/** The account's passkeys, each with its name and its way out, and how to add one. */
export function PasskeysCard({ passkeys, email, isOnlyFactor, answer }: PasskeysCardProps) {
  const form = "begin-passkey";
  const label = m.account_current_password();
  return (
    <SectionCard title={m.account_passkeys()} text={m.account_passkeys_text()}>
      {passkeys.length === 0 ? (
        <p className="mb-4">{m.account_passkeys_none()}</p>
      ) : (
        <ul className="mb-6">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              email={email}
              isOnlyFactor={isOnlyFactor}
              answer={answer}
            />
          ))}
        </ul>
      )}
      <p className="msg plain without-script mb-4">{m.account_passkey_needs_script_add()}</p>
      <AccountForm form={form} answer={answer} look="ghost" submit={m.account_passkey_add()}>
        <CurrentPasswordField form={form} {...{ answer, label, email }} />
      </AccountForm>
    </SectionCard>
  );
}

function PasskeyRow(props: Omit<PasskeysCardProps, "passkeys"> & { passkey: PasskeyView }) {
  const { passkey, email, isOnlyFactor, answer } = props;
  const { id, name, created, used } = passkey;
  const rename = `rename-passkey-${id}`;
  const remove = `remove-passkey-${id}`;
  const isOpen = answer?.form === rename || answer?.form === remove;
  return (
    <li className="border-b border-border py-3">
      <b className="wrap-anywhere">{name}</b>
      <p className="small muted">
        {m.account_passkey_created_on({ date: created })},{" "}
        {used ? m.account_passkey_used_on({ when: used }) : m.account_passkey_never_used()}
      </p>
      <details open={isOpen} className="mt-2">
        <summary className="link">
          {m.account_passkey_edit()}
          <span className="sr"> ({name})</span>
        </summary>
        <div className="mt-4 grid gap-6 sm:grid-cols-2">
          <div>
            <AccountForm
              form={rename}
              answer={answer}
              look="ghost"
              submit={m.account_passkey_rename()}
            >
              <AccountField
                form={rename}
                answer={answer}
                name="name"
                label={m.account_passkey_name()}
                defaultValue={name}
                maxLength={60}
                autoComplete="off"
              />
            </AccountForm>
          </div>
          <div>
            {isOnlyFactor && <p className="small mb-3">{m.account_passkey_remove_last()}</p>}
            <AccountForm
              form={remove}
              answer={answer}
              look="ghost"
              submit={m.account_passkey_remove()}
            >
              <CurrentPasswordField
                form={remove}
                answer={answer}
                label={m.account_current_password()}
                email={email}
              />
            </AccountForm>
          </div>
        </div>
      </details>
    </li>
  );
}

/** What a right password opened: options for the authenticator, and codes where there were none. */
export type PasskeySetupView = { options: string; codes: string | null };

/** Makes the passkey; before the account's first one, the recovery codes are kept. */
export function PasskeySetup({
  options,
  codes,
  answer,
}: PasskeySetupView & {
  answer?: AccountAnswer;
}) {
  const form = "finish-passkey";
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
          form={form}
          submit={m.account_passkey_create()}
          perform={() => makePasskey(options)}
          withoutScript={m.account_passkey_needs_script_add()}
        >
          <AccountField
            form={form}
            answer={answer}
            name="name"
            label={m.account_passkey_name()}
            hint={m.account_passkey_name_hint()}
            defaultValue={m.account_passkey_name_default()}
            maxLength={60}
            autoComplete="off"
          />
        </PasskeyForm>
      </SectionCard>
    </>
  );
}
