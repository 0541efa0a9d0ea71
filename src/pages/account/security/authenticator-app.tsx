import { encode } from "uqr";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { AccountForm } from "#pages/account/account-form.tsx";
import { SectionCard } from "#ui/section-card.tsx";

type AuthenticatorAppSetupProps = {
  /** `otpauth://totp/…`, as authenticator apps read it. */
  uri: string;
  codes: string;
  view: FormView;
};

/** Three things to do: give the app the key, keep the recovery codes, enter the first code. */
export function AuthenticatorAppSetup({ uri, codes, view }: AuthenticatorAppSetupProps) {
  return (
    <>
      <SectionCard title={m.account_app_title()} text={m.account_app_text()}>
        {uri && <KeyQrCode uri={uri} />}
        <a className="button button--ghost" href={uri}>
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
          view={view}
          hidden={{ uri, codes }}
          submit={m.account_second_factor_on_button()}
        />
      </SectionCard>
    </>
  );
}

/** In groups of four, as people copy it. */
function readableKey(uri: string): string {
  const key = /[?&]secret=([A-Z2-7]+)/i.exec(uri)?.[1] ?? "";
  return key.replace(/.{4}(?=.)/g, "$& ");
}

/** The quiet zone around a QR code, in modules (ISO/IEC 18004 §6.3.8). */
const QUIET_ZONE = 4;

/** The key as a QR code. Black on white in the dark theme too, because scanners expect it. */
function KeyQrCode({ uri }: { uri: string }) {
  const { size, data } = encode(uri, { ecc: "M", border: 0 });
  const path = data
    .flatMap((modules, row) =>
      modules.map((isDark, column) => (isDark ? `M${column} ${row}h1v1h-1z` : "")),
    )
    .join("");
  const whole = size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={m.account_app_square()}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${whole} ${whole}`}
      width={220}
      height={220}
      shapeRendering="crispEdges"
      className="mb-4 rounded-md"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={whole} height={whole} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/**
 * The recovery codes, which open the account without the phone, once each. They are shown only this
 * one time.
 */
export function RecoveryCodes({ codes }: { codes: string }) {
  return (
    <>
      <p>{m.account_recovery_codes_text()}</p>
      <ul className="mt-4 grid grid-cols-2 gap-2 font-mono">
        {codes.split(" ").map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </>
  );
}
