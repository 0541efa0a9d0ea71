import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import type { DealerRequestPage } from "./dealer-request.server.ts";

type OfferFormProps = { page: DealerRequestPage; answer: FormResult | undefined };

/** A first offer, or one that replaces the current offer. */
export function OfferForm({ page, answer }: OfferFormProps) {
  const { current, newOfferId, offerView } = page;
  return (
    <SectionCard
      title={current ? m.dealer_revise_title() : m.dealer_offer_title()}
      text={current?.state === "open" ? m.dealer_revise_text() : m.dealer_offer_text()}
    >
      <PageForm
        view={latestView(answer, offerView)}
        hidden={{ offerId: newOfferId, ...(current && { seenOfferId: current.id }) }}
        submit={current ? m.dealer_revise_submit() : m.dealer_offer_submit()}
        reloadDocument
      />
    </SectionCard>
  );
}
