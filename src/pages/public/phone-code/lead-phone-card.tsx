import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { Button } from "#ui/button.tsx";
import { CodeField } from "./code-field.tsx";
import { DemoOutboxNote } from "./demo-note.tsx";
import type { LeadPhone, LeadPhoneAnswer } from "./lead-phone.server.ts";
import { PhoneMessage } from "./phone-message.tsx";

/**
 * On the page of a request that was taken without a code: says that its number is not verified yet,
 * and takes a code now or later, by SMS or by e-mail.
 */
export function LeadPhoneCard({
  leadPhone,
  answer,
}: {
  leadPhone: LeadPhone | null;
  answer: LeadPhoneAnswer | undefined;
}) {
  const code = answer?.phoneCode ?? leadPhone?.code;
  if (!code || (!leadPhone && !answer)) return null;
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
      <h2 id="phone-later-title" className="text-[length:var(--fs-h3)]">
        {m.phone_code_later_title()}
      </h2>
      <p className="muted mt-1">{m.phone_code_later_text({ phone: leadPhone.phone })}</p>
      <Form method="post" reloadDocument className="mt-4 grid gap-4">
        {code.state === "code_sent" && (
          <CodeField describedBy="phone-message" isInvalid={code.isError}>
            <div className="mt-2">
              <Button type="submit" name="intent" value="verify-code">
                {m.phone_code_verify()}
              </Button>
            </div>
          </CodeField>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" look="ghost" name="intent" value="send-code">
            {code.state === "code_sent" ? m.phone_code_resend() : m.phone_code_send()}
          </Button>
          {leadPhone.email && (
            <Button type="submit" look="ghost" name="intent" value="mail-code">
              {m.phone_code_by_email()}
            </Button>
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
