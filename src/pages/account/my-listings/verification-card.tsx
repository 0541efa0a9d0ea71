import { ShieldCheck } from "lucide-react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { SectionCard } from "#ui/section-card.tsx";
import { Button } from "#ui/button.tsx";
import { formatDate } from "#values/format.ts";
import type { VerificationStanding } from "#domain/seller-verification/verification.server.ts";

/** Whether buyers see a verified member, and how to become one. */
export function VerificationCard({ standing }: { standing: VerificationStanding }) {
  const { step, at, mayAsk } = standing;
  if (!mayAsk && step === null) return null;
  return (
    <SectionCard title={m.seller_verify_title()} text={m.seller_verify_text()}>
      {step === "verified" && (
        <p className="chip ok">
          <ShieldCheck className="ic" aria-hidden />
          {m.seller_verify_verified()}
        </p>
      )}
      {step === "requested" && at && (
        <p>{m.seller_verify_requested({ date: formatDate(at, getLocale()) })}</p>
      )}
      {step === "declined" && <p className="mb-4">{m.seller_verify_declined()}</p>}
      {mayAsk && (
        <Form method="post">
          <Button type="submit" look="ghost">
            {m.seller_verify_ask()}
          </Button>
        </Form>
      )}
    </SectionCard>
  );
}
