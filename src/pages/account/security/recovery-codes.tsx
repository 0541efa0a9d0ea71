import { m } from "#messages/messages.js";

/** The codes that open the account without the phone, each once. Shown this one time. */
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
