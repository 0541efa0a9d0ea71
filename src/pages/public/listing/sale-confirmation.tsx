import { type MouseEvent, useState } from "react";
import { useNavigation } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { fieldsOf } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import type { MoveToConfirm } from "./confirm-sale.server.ts";

/** The page where the seller came from and returns to. */
export type ConfirmationOrigin = "listing" | "manage";

export type SaleConfirmation = {
  listingId: string;
  press: MoveToConfirm;
  from: ConfirmationOrigin;
  /** "2021 Toyota RAV4 XLE" */
  car: string;
  askingCad: number;
  /**
   * The accepted bid, or the one that the car is reserved for; null for a buyer without a bid here.
   */
  bid: { id: string; bidderName: string; priceCad: number } | null;
  /** The number of other bids that a sale would close. */
  otherOpenBids: number;
};

/** The question, and the consequences of a yes. */
export function describeSaleConfirmation(
  question: SaleConfirmation,
  locale: Locale,
): { title: string; consequences: string[]; submit: string } {
  const { press, car, bid, otherOpenBids, askingCad } = question;
  const name = bid?.bidderName ?? "";
  const price = bid ? formatCad(bid.priceCad, locale) : "";
  const asking = bid ? [m.bid_confirm_price({ price, asking: formatCad(askingCad, locale) })] : [];
  if (press === "accept-reserved") {
    return {
      title: m.bid_confirm_reserve_title({ car, name }),
      consequences: [...asking, m.bid_confirm_reserve({ name }), m.bid_confirm_reserve_end()],
      submit: m.bid_accept_reserved(),
    };
  }
  const others =
    otherOpenBids === 0
      ? []
      : otherOpenBids === 1
        ? [m.bid_confirm_other_bid()]
        : [m.bid_confirm_other_bids({ count: otherOpenBids })];
  return {
    title: bid ? m.bid_confirm_sell_title({ car, name }) : m.bid_confirm_sold_title({ car }),
    consequences: [
      ...asking,
      ...(bid ? [m.bid_confirm_told({ name })] : []),
      m.bid_confirm_no_more_bids(),
      ...others,
      m.bid_confirm_undo(),
    ],
    submit: press === "accept-sold" ? m.bid_accept_sold() : m.bid_mark_sold(),
  };
}

/** The consequences, the button to confirm, and the way back. */
export function SaleConfirmationForm({
  question,
  onCancel,
}: {
  question: SaleConfirmation;
  /** Closes the dialog; on the page a link leads back instead. */
  onCancel?: () => void;
}) {
  const { listingId, press, from, bid } = question;
  const { consequences, submit } = describeSaleConfirmation(question, getLocale());
  const isBusy = useNavigation().state === "submitting";
  const back = from === "manage" ? paths.sellerListing(listingId) : paths.listing(listingId);
  return (
    <CommandForm
      press={press}
      fields={{ from, ...(bid && { bidId: bid.id }) }}
      action={hrefIn(paths.answerBid(listingId))}
      reloadDocument
    >
      <ul className="list-disc pl-5 [&>li]:mb-2">
        {consequences.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" variant="dark" busy={isBusy}>
          {submit}
        </Button>
        {onCancel ? (
          <Button variant="ghost" onClick={onCancel}>
            {m.bid_confirm_back()}
          </Button>
        ) : (
          <Link to={back} className={buttonClass({ variant: "ghost" })}>
            {m.bid_confirm_back()}
          </Link>
        )}
      </div>
    </CommandForm>
  );
}

type SaleConfirmationLinkProps = {
  confirmation: SaleConfirmation;
  label: string;
  variant: "soft" | "ghost" | "dark";
  size?: "sm";
};

/** Asks for confirmation: in a dialog, or on a page of its own without script. */
export function SaleConfirmationLink({
  confirmation,
  label,
  variant,
  size,
}: SaleConfirmationLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const { listingId, press, from, bid } = confirmation;
  const query = new URLSearchParams(fieldsOf(press, { from, ...(bid && { bid: bid.id }) }));
  const ask = (event: MouseEvent) => {
    // A press that opens another window is left to the browser.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to={`${paths.answerBid(listingId)}?${query}`}
        className={buttonClass({ variant, size })}
        onClick={ask}
        aria-haspopup="dialog"
        rel="nofollow"
      >
        {label}
      </Link>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={describeSaleConfirmation(confirmation, getLocale()).title}
      >
        <SaleConfirmationForm question={confirmation} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
