import { X } from "lucide-react";
import { m } from "#messages/messages.js";
import { GALLERY } from "#illustration/options.ts";
import { Modal } from "#ui/modal.tsx";
import type { ListingCardFacts } from "../listing-card-facts.ts";
import { ListingPicture } from "../listing-picture.tsx";
import { listingTitle } from "../listing.ts";
import { StripControls } from "./strip-controls.tsx";
import { useStrip } from "./use-strip.ts";

/** The same row over the whole window. */
export function FullScreen({
  listing,
  startAt,
  onClose,
}: {
  listing: ListingCardFacts;
  /** The picture to begin with; null while it is closed. */
  startAt: number | null;
  onClose: () => void;
}) {
  return (
    <Modal
      open={startAt !== null}
      onClose={onClose}
      className="lp-full"
      aria-label={m.listing_gallery({ car: listingTitle(listing) })}
    >
      {startAt !== null && <OpenStrip listing={listing} startAt={startAt} onClose={onClose} />}
    </Modal>
  );
}

function OpenStrip({
  listing,
  startAt,
  onClose,
}: {
  listing: ListingCardFacts;
  startAt: number;
  onClose: () => void;
}) {
  const { current, show, stripProps } = useStrip(GALLERY.length, startAt);
  return (
    <>
      <div
        {...stripProps}
        className="lp-strip"
        tabIndex={0}
        role="group"
        aria-label={m.listing_gallery({ car: listingTitle(listing) })}
        data-dialog-title
      >
        {GALLERY.map((view) => (
          <div key={view} className="lp-slide">
            <ListingPicture
              listing={listing}
              view={view}
              sizes="100vw"
              widthsPx={[960, 1500]}
              namesView
            />
          </div>
        ))}
      </div>
      <StripControls current={current} count={GALLERY.length} onShow={show} />
      <button
        type="button"
        className="icon-btn lp-close"
        aria-label={m.listing_gallery_close()}
        onClick={onClose}
      >
        <X className="ic" aria-hidden />
      </button>
    </>
  );
}
