import {
  CONDITIONS_MAX_LENGTH,
  OFFER_DAYS,
  OFFER_LIMITS_CAD,
} from "#domain/sell-request/dealer-offer/purchase-offer.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { DealerAnswer } from "./dealer-answer.ts";
import { DealerField, DealerForm } from "./dealer-form.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import { TextAreaField } from "#ui/field.tsx";
import { formatCad } from "#values/money.ts";
import { OFFER_FORM } from "#domain/sell-request/dealer-offer/read-offer.ts";
import type { DealerRequestPage } from "./request-page.server.ts";

type OfferFormProps = { page: DealerRequestPage; answer: DealerAnswer | undefined };

/** An offer, or another one in the place of the one before. */
export function OfferForm({ page, answer }: OfferFormProps) {
  const { current, newOfferId, usualDay, days } = page;
  const isOpen = current?.state === "open";
  const shared = { form: OFFER_FORM, answer };
  return (
    <SectionCard
      title={current ? m.dealer_revise_title() : m.dealer_offer_title()}
      text={isOpen ? m.dealer_revise_text() : m.dealer_offer_text()}
    >
      <DealerForm
        {...shared}
        submit={current ? m.dealer_revise_submit() : m.dealer_offer_submit()}
        hidden={{ offerId: newOfferId, seenOfferId: current?.id ?? null }}
      >
        <DealerField
          {...shared}
          name="amount"
          label={m.dealer_amount()}
          hint={m.dealer_amount_hint({ min: formatCad(OFFER_LIMITS_CAD.min, getLocale()) })}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={current ? String(current.amountCad) : undefined}
        />
        <DealerField
          {...shared}
          name="validUntil"
          type="date"
          label={m.dealer_valid_until()}
          hint={m.dealer_valid_until_hint({ days: OFFER_DAYS.max })}
          min={days.first}
          max={days.last}
          defaultValue={isOpen ? current.validUntil : usualDay}
        />
        <TextAreaField
          id={`${OFFER_FORM}-conditions`}
          name="conditions"
          label={m.dealer_conditions()}
          hint={m.dealer_conditions_hint()}
          optional
          rows={3}
          maxLength={CONDITIONS_MAX_LENGTH}
          defaultValue={answer?.typed.conditions ?? current?.conditions}
          error={answer?.problems.find(({ control }) => control === "conditions")?.text}
        />
      </DealerForm>
    </SectionCard>
  );
}
