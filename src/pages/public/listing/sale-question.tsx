import { type MouseEvent, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { ListingMove } from "#domain/listing/listing-state.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";

/** What a seller is asked about before it is done, because others are told of it at once. */
const ASKED_FIRST = ["accept-sold", "accept-reserved", "mark-sold"] as const;
export type AskedFirst = (typeof ASKED_FIRST)[number];

/** The move that each of them is about. */
export const ASKED_MOVES = {
  "accept-sold": "sell_to_bidder",
  "accept-reserved": "reserve",
  "mark-sold": "mark_sold",
} as const satisfies Record<AskedFirst, ListingMove>;

export function isAskedFirst(value: unknown): value is AskedFirst {
  return ASKED_FIRST.some((intent) => intent === value);
}

/** Where the seller came from, and goes back to. */
export type AskedFrom = "listing" | "manage";

export type SaleQuestion = {
  listingId: string;
  intent: AskedFirst;
  from: AskedFrom;
  /** "2021 Toyota RAV4 XLE" */
  car: string;
  askingCad: number;
  /** Whose bid is taken, or for whom the car is held; null for a buyer who never bid here. */
  bid: { id: string; bidderName: string; priceCad: number } | null;
  /** How many other bids a sale would close. */
  otherOpenBids: number;
};

/** What is asked, and what would come of it. */
export function questionWords(
  question: SaleQuestion,
  locale: Locale,
): { title: string; consequences: string[]; submit: string } {
  const { intent, car, bid, otherOpenBids, askingCad } = question;
  const name = bid?.bidderName ?? "";
  const price = bid ? formatCad(bid.priceCad, locale) : "";
  const asking = bid ? [m.bid_confirm_price({ price, asking: formatCad(askingCad, locale) })] : [];
  if (intent === "accept-reserved") {
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
    submit: intent === "accept-sold" ? m.bid_accept_sold() : m.bid_mark_sold(),
  };
}

/** What comes of the answer, the button that gives it, and the way back. */
export function SaleQuestionForm({
  question,
  onCancel,
}: {
  question: SaleQuestion;
  /** In the dialog: closes it. On the page a link leads back. */
  onCancel?: () => void;
}) {
  const { listingId, intent, from, bid } = question;
  const { consequences, submit } = questionWords(question, getLocale());
  const isBusy = useNavigation().state === "submitting";
  const back = from === "manage" ? paths.sellerListing(listingId) : paths.listing(listingId);
  return (
    <Form method="post" action={hrefIn(paths.answerBid(listingId))} reloadDocument>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="from" value={from} />
      {bid && <input type="hidden" name="bidId" value={bid.id} />}
      <ul className="list-disc pl-5 [&>li]:mb-2">
        {consequences.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button type="submit" look="dark" busy={isBusy}>
          {submit}
        </Button>
        {onCancel ? (
          <Button look="ghost" onClick={onCancel}>
            {m.bid_confirm_back()}
          </Button>
        ) : (
          <Link to={back} className={buttonClass({ look: "ghost" })}>
            {m.bid_confirm_back()}
          </Link>
        )}
      </div>
    </Form>
  );
}

type SaleQuestionLinkProps = {
  question: SaleQuestion;
  label: string;
  look: "soft" | "ghost" | "dark";
  size?: "sm";
};

/** Asks before it is done: in a dialog, or on a page of its own where no script runs. */
export function SaleQuestionLink({ question, label, look, size }: SaleQuestionLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const { listingId, intent, from, bid } = question;
  const query = new URLSearchParams({ intent, from, ...(bid ? { bid: bid.id } : {}) });
  const ask = (event: MouseEvent) => {
    // A press that opens another window is the browser's own.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <Link
        to={`${paths.answerBid(listingId)}?${query}`}
        className={buttonClass({ look, size })}
        onClick={ask}
        aria-haspopup="dialog"
        rel="nofollow"
      >
        {label}
      </Link>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={questionWords(question, getLocale()).title}
      >
        <SaleQuestionForm question={question} onCancel={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
