import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { CurrentBid } from "#domain/bid/bid-queries.server.ts";
import type { BidFieldError } from "#domain/bid/bid.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { call, SignedOut } from "#ui/call.ts";
import { Dialog } from "#ui/dialog.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { useToast } from "#ui/toast.tsx";
import { type Bidder, BidFields, fieldsOfBid, type TypedFields } from "./bid-fields.tsx";
import { describeBidFailure } from "./bid-words.ts";

type BidDialogProps = {
  listing: ListingCardFacts;
  bidder: Bidder;
  /** The open bid that this one replaces. */
  replaces: CurrentBid | null;
  highestCad: number | null;
  isOpen: boolean;
  onClose: () => void;
};

/** Loaded when a member presses "Place a bid" (bid-button.tsx). */
export function BidDialog({ isOpen, onClose, ...rest }: BidDialogProps) {
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      title={rest.replaces ? m.bid_change_title() : m.bid_title()}
    >
      <DialogForm {...rest} onClose={onClose} />
    </Dialog>
  );
}

/**
 * The fields, and the API call of SPEC.md §7. Toasts show the result, and an error also stays in
 * the dialog.
 */
function DialogForm(props: Omit<BidDialogProps, "isOpen">) {
  const { listing, bidder, replaces, highestCad, onClose } = props;
  const [typed] = useState(() => fieldsOfBid(replaces));
  const [failure, setFailure] = useState<string | null>(null);
  const [fieldErrors, setFieldErrors] = useState<readonly BidFieldError[]>([]);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** One id while the dialog is open, so that a repeated press is the same bid. */
  const [bidId] = useState(() => crypto.randomUUID());
  const showToast = useToast();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (fieldErrors.length > 0) {
      form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
    }
  }, [fieldErrors]);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const wrong = findFieldErrors(event.currentTarget);
    setFieldErrors(wrong);
    setFailure(null);
    if (wrong.length > 0) return;
    setSending(true);
    const sent = await sendBid(bidId, listing.id, bidder.email, readTyped(event.currentTarget));
    if (sent === null) return;
    setSending(false);
    if (sent.ok) {
      showToast({ message: replaces ? m.bid_changed() : m.bid_placed(), kind: "bid" });
      onClose();
      void revalidate();
      return;
    }
    setFieldErrors(sent.fieldErrors);
    if (sent.fieldErrors.length > 0) return;
    const reason = describeBidFailure(sent.code);
    const message = m.bid_not_placed({ reason, code: sent.code });
    setFailure(message);
    showToast({ message, tone: "bad", kind: "bid" });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      {failure && (
        <p className="notice notice--bad mb-4" role="alert">
          {failure}
        </p>
      )}
      <BidFields
        listing={listing}
        bidder={bidder}
        highestCad={highestCad}
        isChange={replaces !== null}
        isSending={isSending}
        typed={typed}
        fieldErrors={fieldErrors}
        onCancel={onClose}
      />
    </form>
  );
}

function readTyped(form: HTMLFormElement): TypedFields {
  const fields = new FormData(form);
  const text = (name: keyof TypedFields) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  return {
    bidderPhone: text("bidderPhone"),
    proposedPrice: text("proposedPrice"),
    bidderMessage: text("bidderMessage"),
  };
}

/** Errors that the browser can find: shown at once, without sending. */
function findFieldErrors(form: HTMLFormElement): BidFieldError[] {
  const { bidderPhone, proposedPrice } = form.elements as typeof form.elements &
    Record<"bidderPhone" | "proposedPrice", HTMLInputElement>;
  const phone = findPhoneError(bidderPhone);
  const price = findPriceError(proposedPrice.validity);
  return [
    ...(phone ? [{ field: "bidderPhone" as const, code: phone }] : []),
    ...(price ? [{ field: "proposedPrice" as const, code: price }] : []),
  ];
}

type CodeOf<Name extends BidFieldError["field"]> = Extract<BidFieldError, { field: Name }>["code"];

function findPhoneError({ value, validity }: HTMLInputElement): CodeOf<"bidderPhone"> | null {
  if (validity.valueMissing || value.trim() === "") return "phone_missing";
  return value.replace(/\D/g, "").length < 10 ? "not_a_phone" : null;
}

function findPriceError(validity: ValidityState): CodeOf<"proposedPrice"> | null {
  if (validity.badInput) return "not_a_price";
  if (validity.valueMissing) return "price_missing";
  if (validity.rangeUnderflow) return "price_too_low";
  if (validity.rangeOverflow) return "price_too_high";
  return validity.stepMismatch ? "price_off_step" : null;
}

type SentBid =
  | { ok: true }
  /** With `fieldErrors`: what to correct; else a code with the reason. */
  | { ok: false; code: string; fieldErrors: readonly BidFieldError[] };

/** Opens the bid's own page with the typed values, after sign-in. */
async function bidAfterSignIn(listingId: string, typed: TypedFields): Promise<string> {
  const path = paths.placeBid(listingId);
  const { carryFields } = await import("#ui/carry-typing.ts");
  carryFields(path, typed);
  return hrefIn(path);
}

/** POST /newBid with the fields of SPEC.md §3. Null if the browser is redirected to sign in. */
async function sendBid(
  bidId: string,
  listingId: string,
  email: string,
  typed: TypedFields,
): Promise<SentBid | null> {
  try {
    const response = await call("/newBid", {
      method: "POST",
      email,
      headers: { "idempotency-key": bidId },
      body: { productId: listingId, ...typed },
      beforeSignIn: () => bidAfterSignIn(listingId, typed),
    });
    const body = (await response.json()) as {
      insertedId?: string;
      error?: string;
      problems?: BidFieldError[];
    };
    if (body.insertedId) return { ok: true };
    return { ok: false, code: body.error ?? "unexpected", fieldErrors: body.problems ?? [] };
  } catch (error) {
    if (error instanceof SignedOut) return null;
    return { ok: false, code: "unreachable", fieldErrors: [] };
  }
}
