import { Gavel } from "lucide-react";
import { type MouseEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { BidFieldError } from "#domain/bid/bid.ts";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { call, SignedOut } from "#ui/call.ts";
import { Dialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { useToast } from "#ui/toast.tsx";
import { type Bidder, BidFields } from "./bid-fields.tsx";
import { describeBidFailure } from "./bid-words.ts";
import type { ListingPageData } from "./listing.server.ts";

type BidButtonProps = Pick<ListingPageData, "listing" | "viewer">;

/**
 * "Place a bid": a link to the bid's own page, which script opens as a dialog instead; a visitor is
 * led to sign in first. Where no bid is possible it says why.
 */
export function BidButton({ listing, viewer }: BidButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { bidder, bidRefusal } = viewer;
  if (bidRefusal) {
    return (
      <div className="bid-button-refused">
        <button
          type="button"
          className={buttonClass({ look: "ghost", block: true })}
          aria-disabled="true"
          aria-describedby="bid-refusal"
        >
          <Gavel className="icon" aria-hidden />
          {m.bid_place()}
        </button>
        <p id="bid-refusal" className="fine-print muted">
          {describeBidFailure(bidRefusal)}
        </p>
      </div>
    );
  }
  const open = (event: MouseEvent) => {
    const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey;
    if (!bidder || wantsNewTab) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to={paths.placeBid(listing.id)}
        className={buttonClass({ look: "ghost", block: true })}
        onClick={open}
        rel="nofollow"
      >
        <Gavel className="icon" aria-hidden />
        {m.bid_place()}
      </Link>
      {bidder && (
        <BidDialog
          listing={listing}
          bidder={bidder}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

type BidDialogProps = {
  listing: ListingCardFacts;
  bidder: Bidder;
  isOpen: boolean;
  onClose: () => void;
};

function BidDialog({ isOpen, onClose, ...given }: BidDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={m.bid_title()}>
      <DialogForm {...given} onClose={onClose} />
    </Dialog>
  );
}

/** Sends the bid by the call of SPEC.md §7 and says what came of it in its toasts. */
function DialogForm({ listing, bidder, onClose }: Omit<BidDialogProps, "isOpen">) {
  const [fieldErrors, setFieldErrors] = useState<readonly BidFieldError[]>([]);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** One id as long as the dialog is open: a press that is repeated is the same bid. */
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
    setSending(true);
    const sent = await sendBid(bidId, listing.id, bidder.email, new FormData(event.currentTarget));
    if (sent === null) return;
    setSending(false);
    if (sent.ok) {
      showToast({ message: m.bid_placed(), kind: "bid" });
      onClose();
      void revalidate();
      return;
    }
    setFieldErrors(sent.fieldErrors);
    if (sent.fieldErrors.length > 0) return;
    const reason = describeBidFailure(sent.code);
    showToast({ message: m.bid_not_placed({ reason, code: sent.code }), tone: "bad", kind: "bid" });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <BidFields
        listing={listing}
        bidder={bidder}
        fieldErrors={fieldErrors}
        isSending={isSending}
        onCancel={onClose}
      />
    </form>
  );
}

type SentBid =
  | { ok: true }
  /** With `fieldErrors`, what to put right; else a code that says why not. */
  | { ok: false; code: string; fieldErrors: readonly BidFieldError[] };

/** POST /newBid with the fields of SPEC.md §3. Null where the browser is on its way to sign in. */
async function sendBid(
  bidId: string,
  listingId: string,
  email: string,
  fields: FormData,
): Promise<SentBid | null> {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  try {
    const answer = await call("/newBid", {
      method: "POST",
      email,
      headers: { "idempotency-key": bidId },
      body: {
        productId: listingId,
        bidderPhone: text("bidderPhone"),
        proposedPrice: text("proposedPrice"),
        bidderMessage: text("bidderMessage"),
      },
    });
    const body = (await answer.json()) as {
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
