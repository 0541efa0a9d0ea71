import { m } from "#messages/messages.js";
import type { AccountAnswer } from "#pages/session/account-answer.ts";
import { AccountField } from "#pages/session/account-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import { makePasskey } from "#pages/account/sign-in/passkey-ceremony.ts";
import { PasskeyForm } from "#pages/account/sign-in/passkey-form.tsx";

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
