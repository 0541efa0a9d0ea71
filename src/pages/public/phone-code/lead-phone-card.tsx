import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";
import { CodeField } from "./code-field.tsx";
import { DemoOutboxNote } from "./demo-note.tsx";
import type { LeadPhone, LeadPhoneResult, LeadPhonePress } from "./lead-phone.server.ts";
import { PhoneMessage } from "./phone-message.tsx";

/**
 * On the page of a request that was accepted without a code: says that its number is not verified
 * yet, and accepts a code now or later, by SMS or by e-mail.
 */
export function LeadPhoneCard({
  leadPhone,
  result,
}: {
  leadPhone: LeadPhone | null;
  result: LeadPhoneResult | undefined;
}) {
  const code = result?.phoneCode ?? leadPhone?.code;
  if (!code || (!leadPhone && !result)) return null;
  const message = (
    <PhoneMessage
      isError={code.isError}
      isVerified={code.state === "verified"}
      text={code.message}
    />
  );
  if (!leadPhone) return <div className="mb-6 max-w-190">{message}</div>;
  return (
    <section className="card mb-6 max-w-190 p-6 print:hidden" aria-labelledby="phone-later-title">
      <h2 id="phone-later-title" className="text-h3">
        {m.phone_code_later_title()}
      </h2>
      <p className="muted mt-1">{m.phone_code_later_text({ phone: leadPhone.phone })}</p>
      <Form method="post" reloadDocument className="mt-4 grid gap-4">
        {code.state === "code_sent" && (
          <CodeField describedBy="phone-message" isInvalid={code.isError}>
            <div className="mt-2">
              <CommandButton<LeadPhonePress> press="verify-code">
                {m.phone_code_verify()}
              </CommandButton>
            </div>
          </CodeField>
        )}
        <div className="flex flex-wrap gap-3">
          <CommandButton<LeadPhonePress> press="send-code" variant="ghost">
            {code.state === "code_sent" ? m.phone_code_resend() : m.phone_code_send()}
          </CommandButton>
          {leadPhone.email && (
            <CommandButton<LeadPhonePress> press="mail-code" variant="ghost">
              {m.phone_code_by_email()}
            </CommandButton>
          )}
        </div>
      </Form>
      {leadPhone.email && (
        <p className="small muted mt-3">{m.phone_code_later_email({ email: leadPhone.email })}</p>
      )}
      <DemoOutboxNote />
      {message}
    </section>
  );
}
