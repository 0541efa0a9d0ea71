import { Form } from "react-router";
import {
  SELLER_CHOICES,
  type SellerChoice,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";
import { useIsPressed } from "#pages/command/command-form.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { FieldError } from "#ui/field.tsx";
import type {
  OwnSellRequest,
  SellRequestPress,
  SellRequestRefusal,
} from "./sell-request.server.ts";

const WORDS: Record<SellerChoice, { name: () => string; text: () => string }> = {
  dealership_offers: { name: m.sale_choice_offers, text: m.sale_choice_offers_text },
  own_listing: { name: m.sale_choice_listing, text: m.sale_choice_listing_text },
  both: { name: m.sale_choice_both, text: m.sale_choice_both_text },
};

/** How the person wants to sell. The choice can be changed until an offer is accepted. */
export function ChoiceForm({
  sale,
  refusal,
}: {
  sale: OwnSellRequest;
  refusal: SellRequestRefusal | null;
}) {
  const isBusy = useIsPressed<SellRequestPress>("choose");
  const error = (control: "choice" | "share") =>
    refusal?.control === control ? refusal.text : undefined;
  const isFirst = sale.choice === null;
  const checked = refusal?.choice ?? sale.choice;
  return (
    <section className="card p-6 print:hidden" aria-labelledby="choice-title">
      <h2 id="choice-title" className="text-h3">
        {isFirst ? m.sale_choice_title() : m.sale_choice_change_title()}
      </h2>
      <Form method="post" reloadDocument noValidate className="mt-4">
        <ErrorSummary
          errors={
            refusal?.control
              ? [
                  {
                    id: refusal.control === "choice" ? "choice-both" : "share",
                    message: refusal.text,
                  },
                ]
              : []
          }
        />
        <fieldset className="choices" aria-describedby={error("choice") && "choice-error"}>
          <legend className="sr-only">{m.sale_choice_title()}</legend>
          {SELLER_CHOICES.map((choice) => (
            <label key={choice} className="choice">
              <input
                className="choice-input"
                type="radio"
                id={`choice-${choice}`}
                name="choice"
                value={choice}
                defaultChecked={choice === checked}
                required
              />
              <span>
                <b>{WORDS[choice].name()}</b>
                <span className="small muted block">{WORDS[choice].text()}</span>
              </span>
              <span className="choice__radio" aria-hidden />
            </label>
          ))}
        </fieldset>
        <FieldError id="choice-error" error={error("choice")} />
        {!sale.isShared && (
          <div className="field mt-5">
            <label className="checkbox-row checkbox-row--top">
              <input
                className="choice-input"
                type="checkbox"
                id="share"
                name="share"
                value="yes"
                aria-invalid={error("share") ? true : undefined}
                aria-describedby={`share-hint${error("share") ? " share-error" : ""}`}
              />
              <i aria-hidden />
              <span>{sale.consentText}</span>
            </label>
            <span className="field-hint" id="share-hint">
              {m.sale_share_hint()}
            </span>
            <FieldError id="share-error" error={error("share")} />
          </div>
        )}
        <CommandButton<SellRequestPress>
          press="choose"
          variant={isFirst ? "primary" : "ghost"}
          busy={isBusy}
          className="mt-5"
        >
          {isFirst ? m.sale_choice_submit() : m.sale_choice_change()}
        </CommandButton>
      </Form>
    </section>
  );
}
