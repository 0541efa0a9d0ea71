import { m } from "#messages/messages.js";
import type { ListingState } from "#domain/listing/listing-state.ts";
import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";

type DisplayState = ListingState | "reserved";

const VARIANTS: Record<DisplayState, string> = {
  draft: "",
  in_review: "chip--warn",
  live: "chip--ok",
  paused: "chip--outline",
  sold: "chip--red",
  removed: "chip--outline",
  reserved: "chip--info",
};

export const STATE_WORDS: Record<DisplayState, () => string> = {
  draft: m.seller_state_draft,
  in_review: m.seller_state_in_review,
  live: m.seller_state_live,
  paused: m.seller_state_paused,
  sold: m.seller_state_sold,
  removed: m.seller_state_removed,
  reserved: m.seller_state_reserved,
};

const STATE_EXPLANATIONS: Record<DisplayState, () => string> = {
  draft: m.seller_explain_draft,
  in_review: m.seller_explain_in_review,
  live: m.seller_explain_live,
  paused: m.seller_explain_paused,
  sold: m.seller_explain_sold,
  removed: m.seller_done_removed,
  reserved: m.seller_explain_reserved,
};

export const findDisplayState = (listing: {
  state: ListingState;
  isReserved: boolean;
}): DisplayState => (listing.state === "live" && listing.isReserved ? "reserved" : listing.state);

export function ListingStateChip({ state }: { state: DisplayState }) {
  return <span className={`chip ${VARIANTS[state]}`.trim()}>{STATE_WORDS[state]()}</span>;
}

/** What the state means for the seller, in a sentence. */
export function describeState(state: DisplayState): string {
  return STATE_EXPLANATIONS[state]();
}

/** The picture of a listing beside its name, cropped to one shape. */
export function ListingCover({
  listing,
  sizes,
}: {
  listing: Omit<ListingCardFacts, "photoCount">;
  sizes: string;
}) {
  return (
    <div className="aspect-16/10 overflow-hidden rounded-md bg-muted [&_img]:size-full [&_img]:object-cover">
      <ListingPicture listing={listing} sizes={sizes} isDecorative />
    </div>
  );
}
