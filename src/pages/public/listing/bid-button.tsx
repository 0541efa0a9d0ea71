import { Gavel } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import type { ListingPageData } from "./listing-view.server.ts";
import { bidFailureText } from "./bid-words.ts";
import { BidDialog } from "./bid-dialog.tsx";

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
      <div className="lp-refused">
        <button
          type="button"
          className={buttonClass({ look: "ghost", block: true })}
          aria-disabled="true"
          aria-describedby="bid-refusal"
        >
          <Gavel className="ic" aria-hidden />
          {m.bid_place()}
        </button>
        <p id="bid-refusal" className="xs muted">
          {bidFailureText(bidRefusal)}
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
        <Gavel className="ic" aria-hidden />
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
