import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { m } from "#messages/messages.js";
import { Dialog } from "#ui/dialog.tsx";
import { useToast } from "#ui/toast.tsx";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";
import { BidFields, type Bidder } from "./bid-fields.tsx";
import type { BidProblem } from "#domain/bid/bid.ts";
import { bidFailureText } from "./bid-words.ts";
import { sendBid } from "./send-bid.ts";

type BidDialogProps = {
  listing: ListingCardFacts;
  bidder: Bidder;
  isOpen: boolean;
  onClose: () => void;
};

export function BidDialog({ isOpen, onClose, ...given }: BidDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={m.bid_title()}>
      <DialogForm {...given} onClose={onClose} />
    </Dialog>
  );
}

/** Sends the bid by the call of SPEC.md §7 and says what came of it in its toasts. */
function DialogForm({ listing, bidder, onClose }: Omit<BidDialogProps, "isOpen">) {
  const [problems, setProblems] = useState<readonly BidProblem[]>([]);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  /** One id as long as the dialog is open: a press that is repeated is the same bid. */
  const [bidId] = useState(() => crypto.randomUUID());
  const showToast = useToast();
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (problems.length > 0) {
      form.current?.querySelector<HTMLElement>("[aria-invalid='true']")?.focus();
    }
  }, [problems]);

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
    setProblems(sent.problems);
    if (sent.problems.length > 0) return;
    const reason = bidFailureText(sent.code);
    showToast({ message: m.bid_not_placed({ reason, code: sent.code }), tone: "bad", kind: "bid" });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <BidFields
        listing={listing}
        bidder={bidder}
        problems={problems}
        isSending={isSending}
        onCancel={onClose}
      />
    </form>
  );
}
