import { Gavel } from "lucide-react";
import { lazy, type MouseEvent, useState } from "react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { useFetchedPart } from "#ui/use-fetched-part.ts";
import type { BidCommandResult } from "./bid-words.ts";
import type { ListingPageData } from "./listing.server.ts";

const loadBidDialog = async () => (await import("./bid-dialog.tsx")).BidDialog;

/** Loaded only by people who have bid on this car or may not bid. */
const OwnBid = lazy(async () => ({ default: (await import("./own-bid.tsx")).OwnBid }));
const OwnBidMessage = lazy(async () => {
  const answered = await import("./own-bid-message.tsx");
  return { default: answered.OwnBidMessage };
});
const BidRefusalNote = lazy(async () => {
  const note = await import("./bid-refusal-note.tsx");
  return { default: note.BidRefusalNote };
});

type BidButtonProps = Pick<ListingPageData, "listing" | "viewer"> & {
  /** The result of the bidder's command. */
  bidResult: BidCommandResult | null;
};

/**
 * "Place a bid": a link to the bid's own page, which script opens as a dialog; a visitor signs in
 * first. If no bid is possible it says why. If the person has a bid, that is shown instead.
 */
export function BidButton({ listing, viewer, bidResult }: BidButtonProps) {
  const [BidDialog, fetchBidDialog] = useFetchedPart(loadBidDialog);
  const [isOpen, setOpen] = useState(false);
  const { bidder, bidRefusal, ownBid, highestBidCad } = viewer;
  if (bidRefusal && ownBid)
    return (
      <OwnBid bid={ownBid} change={null} result={bidResult} isOnHold={bidRefusal === "reserved"} />
    );
  if (bidRefusal === "not_offered") return null;
  if (bidRefusal) {
    return (
      <div className="bid-button-refused">
        <button
          type="button"
          className={buttonClass({ variant: "ghost", block: true })}
          aria-disabled="true"
          aria-describedby="bid-refusal"
        >
          <Gavel className="icon" aria-hidden />
          {m.bid_place()}
        </button>
        <BidRefusalNote id="bid-refusal" refusal={bidRefusal} />
        {bidResult && !viewer.isSeller && <OwnBidMessage result={bidResult} />}
      </div>
    );
  }
  const open = async (event: MouseEvent<HTMLAnchorElement>) => {
    const wantsNewTab = event.metaKey || event.ctrlKey || event.shiftKey;
    if (!bidder || wantsNewTab) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    if (await fetchBidDialog()) setOpen(true);
    else location.assign(href);
  };
  const placeLink = { to: paths.placeBid(listing.id), onClick: open, rel: "nofollow" };
  return (
    <>
      {ownBid ? (
        <OwnBid
          bid={ownBid}
          change={
            <Link {...placeLink} className="link">
              {m.bid_change()}
            </Link>
          }
          result={bidResult}
        />
      ) : (
        <>
          <Link {...placeLink} className={buttonClass({ variant: "ghost", block: true })}>
            <Gavel className="icon" aria-hidden />
            {m.bid_place()}
          </Link>
          {bidResult && <OwnBidMessage result={bidResult} />}
        </>
      )}
      {bidder && BidDialog && (
        <BidDialog
          listing={listing}
          bidder={bidder}
          replaces={ownBid}
          highestCad={highestBidCad}
          isOpen={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
