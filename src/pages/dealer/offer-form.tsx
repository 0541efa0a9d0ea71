import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { TextField, TextAreaField } from "#ui/field.tsx";
import type { DealerAnswer } from "./dealer-answer.ts";
import {
  CONDITIONS_MAX_LENGTH,
  OFFER_DAYS,
  OFFER_LIMITS_CAD,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { SectionCard } from "#ui/section-card.tsx";
import { formatCad } from "#values/money.ts";
import { OFFER_FORM } from "#domain/sell-request/dealer-offer/read-offer.ts";
import type { DealerRequestPage } from "./request.server.ts";

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
          error={answer?.fieldErrors.find(({ control }) => control === "conditions")?.text}
        />
      </DealerForm>
    </SectionCard>
  );
}

type DealerFormProps = {
  /** Tells a page's forms apart; the ids of its fields begin with it. */
  form: string;
  answer: DealerAnswer | undefined;
  submit: string;
  look?: "primary" | "ghost";
  action?: string;
  hidden?: Record<string, string | null>;
  encType?: "multipart/form-data";
  /** Further buttons, after the one that Enter presses. */
  beside?: ReactNode;
  children?: ReactNode;
};

/** A form of the dealership: what is wrong with it, its fields, its button. It posts whole documents. */
function DealerForm(props: DealerFormProps) {
  const { form, answer, submit, look, action, hidden = {}, encType, beside, children } = props;
  const isBusy = useNavigation().state === "submitting";
  const fieldErrors = answer?.form === form ? answer.fieldErrors : [];
  const whole = fieldErrors.filter(({ control }) => control === null);
  return (
    <>
      <ErrorSummary
        errors={fieldErrors.flatMap(({ control, text }) =>
          control ? [{ id: `${form}-${control}`, message: text }] : [],
        )}
      >
        {whole.length > 0 && whole.map(({ text }) => <p key={text}>{text}</p>)}
      </ErrorSummary>
      <Form method="post" action={action} encType={encType} reloadDocument noValidate>
        <input type="hidden" name="form" value={form} />
        {Object.entries(hidden).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <div className="stack">
          {children}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" look={look} busy={isBusy}>
              {submit}
            </Button>
            {beside}
          </div>
        </div>
      </Form>
    </>
  );
}

type DealerFieldProps = Omit<React.ComponentProps<typeof TextField>, "id" | "error" | "name"> & {
  form: string;
  name: string;
  answer: DealerAnswer | undefined;
};

/** A field of such a form: what was typed stands in it again. */
function DealerField({ form, name, answer, defaultValue, ...field }: DealerFieldProps) {
  const isMine = answer?.form === form;
  return (
    <TextField
      {...field}
      id={`${form}-${name}`}
      name={name}
      required
      defaultValue={(isMine ? answer.typed[name] : undefined) ?? defaultValue}
      error={isMine ? answer.fieldErrors.find(({ control }) => control === name)?.text : undefined}
    />
  );
}
