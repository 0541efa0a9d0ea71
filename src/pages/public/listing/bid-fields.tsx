import {
  BID_MAXIMUM_CAD,
  BID_MESSAGE_MAX_LENGTH,
  BID_MINIMUM_CAD,
  BID_STEP_CAD,
  type BidFieldError,
  proposeFirstPrice,
} from "#domain/bid/bid.ts";
import { useState } from "react";
import type { CurrentBid } from "#domain/bid/bid-queries.server.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { Button } from "#ui/button.tsx";
import { Field, TextAreaField, TextField } from "#ui/field.tsx";
import { formatPhone } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { describeBidError, describeBidPrice } from "./bid-words.ts";
import { ListingPicture } from "./listing-picture.tsx";

/** The bidder, from the session: shown, but not editable here. */
export type Bidder = { name: string; email: string; phone: string | null };

export type TypedFields = { bidderPhone: string; proposedPrice: string; bidderMessage: string };

type BidFieldsProps = {
  listing: ListingCardFacts;
  bidder: Bidder;
  fieldErrors: readonly BidFieldError[];
  /** Values typed before, to correct or change; also those of the bid that is replaced. */
  typed?: TypedFields | undefined;
  /** The highest open bid of other people. */
  highestCad: number | null;
  /** Whether it replaces an open bid of theirs. */
  isChange: boolean;
  isSending: boolean;
  /** Absent on the page, where the browser's Back does it. */
  onCancel?: () => void;
};

/** The fields with the values of a bid: for "Change". */
export function fieldsOfBid(bid: CurrentBid | null): TypedFields | undefined {
  if (!bid) return undefined;
  return {
    bidderPhone: formatPhone(bid.phone, getLocale()),
    proposedPrice: String(bid.priceCad),
    bidderMessage: bid.message,
  };
}

/** The fields of SPEC.md §2, for the dialog and for the page that replaces it. */
export function BidFields(props: BidFieldsProps) {
  const { listing, bidder, fieldErrors, typed, highestCad, isChange, isSending, onCancel } = props;
  const locale = getLocale();
  const [price, setPrice] = useState(
    typed?.proposedPrice ?? String(proposeFirstPrice({ priceCad: listing.priceCad })),
  );
  const findError = (field: BidFieldError["field"]) => {
    const fieldError = fieldErrors.find((each) => each.field === field);
    return fieldError && describeBidError(fieldError.code, locale);
  };
  return (
    <>
      <div className="bid-form__car">
        <ListingPicture listing={listing} sizes="104px" isDecorative />
        <p>
          <b>{formatCarName(listing)}</b>
          <span className="small muted figures">
            {m.bid_asking({ price: formatCad(listing.priceCad, locale) })}
          </span>
        </p>
      </div>
      <div className="bid-form__fields">
        <TextField
          name="bidderName"
          label={m.bid_name()}
          value={bidder.name}
          readOnly
          autoComplete="off"
        />
        <TextField
          name="bidderEmail"
          label={m.bid_email()}
          value={bidder.email}
          readOnly
          autoComplete="off"
        />
        <TextField
          name="bidderPhone"
          label={m.bid_phone()}
          type="tel"
          autoComplete="tel"
          required
          maxLength={60}
          defaultValue={
            typed?.bidderPhone ?? (bidder.phone ? formatPhone(bidder.phone, locale) : "")
          }
          error={findError("bidderPhone")}
          data-first-focus
        />
        <Field
          id="proposedPrice"
          label={m.bid_price()}
          hint={m.bid_price_hint({
            minimum: formatCad(BID_MINIMUM_CAD, locale),
            step: formatCad(BID_STEP_CAD, locale),
          })}
          error={findError("proposedPrice")}
        >
          {(control) => (
            <span className="control-unit">
              <input
                {...control}
                className="control figures"
                name="proposedPrice"
                type="number"
                inputMode="numeric"
                required
                min={BID_MINIMUM_CAD}
                max={BID_MAXIMUM_CAD}
                step={BID_STEP_CAD}
                defaultValue={price}
                onChange={(event) => setPrice(event.currentTarget.value)}
              />
            </span>
          )}
        </Field>
        <div className="bid-form__wide bid-form__compare">
          <p className="figures">
            {highestCad === null
              ? m.bid_highest_none()
              : m.bid_highest({ price: formatCad(highestCad, locale) })}
          </p>
          {Number(price) >= BID_MINIMUM_CAD && (
            <p className="small muted" aria-live="polite">
              {describeBidPrice(Number(price), { askingCad: listing.priceCad, highestCad }, locale)}
            </p>
          )}
        </div>
        <div className="bid-form__wide">
          <TextAreaField
            name="bidderMessage"
            label={m.bid_message()}
            optional
            rows={3}
            maxLength={BID_MESSAGE_MAX_LENGTH}
            defaultValue={typed?.bidderMessage}
            error={findError("bidderMessage")}
          />
        </div>
      </div>
      <p className="fine-print muted mt-4">
        {m.bid_who_sees()} {m.bid_next()}
      </p>
      <div className="dialog__foot bid-form__buttons">
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            {m.bid_cancel()}
          </Button>
        )}
        <Button type="submit" className="grow" busy={isSending}>
          {isSending ? m.bid_sending() : isChange ? m.bid_change_submit() : m.bid_submit()}
        </Button>
      </div>
    </>
  );
}
