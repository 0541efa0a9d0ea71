import { m } from "#messages/messages.js";
import type { AccountAnswer } from "#pages/session/account-answer.ts";
import { AccountField, AccountForm } from "#pages/session/account-form.tsx";
import { KeySquare } from "./key-square.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SectionCard } from "#ui/section-card.tsx";

/** Three things to do: give the app the key, keep the recovery codes, enter the first code. */
export function SecondFactorSetup(props: {
  /** `otpauth://totp/…`, as authenticator apps read it. */
  uri: string;
  codes: string;
  answer?: AccountAnswer;
}) {
  const { uri, codes, answer } = props;
  const shared = { form: "finish", answer };
  return (
    <>
      <SectionCard title={m.account_app_title()} text={m.account_app_text()}>
        {uri && <KeySquare uri={uri} />}
        <a className="btn ghost" href={uri}>
          {m.account_app_open()}
        </a>
        <p className="mt-4">{m.account_app_key()}</p>
        <p className="font-mono wrap-anywhere">{readableKey(uri)}</p>
      </SectionCard>
      <SectionCard title={m.account_recovery_codes_step()}>
        <RecoveryCodes codes={codes} />
      </SectionCard>
      <SectionCard title={m.account_app_code_title()}>
        <AccountForm
          {...shared}
          hidden={{ uri, codes }}
          submit={m.account_second_factor_on_button()}
        >
          <AccountField
            {...shared}
            name="code"
            label={m.account_app_code()}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
        </AccountForm>
      </SectionCard>
    </>
  );
}

/** In groups of four, as people copy it. */
function readableKey(uri: string): string {
  const key = /[?&]secret=([A-Z2-7]+)/i.exec(uri)?.[1] ?? "";
  return key.replace(/.{4}(?=.)/g, "$& ");
}
