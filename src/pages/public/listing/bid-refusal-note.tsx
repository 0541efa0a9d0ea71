import type { BidRefusal } from "#domain/bid/bid-conditions.ts";
import { describeBidFailure } from "./bid-words.ts";

/** Why no bid is possible. */
export function BidRefusalNote({ id, refusal }: { id: string; refusal: BidRefusal }) {
  return (
    <p id={id} className="fine-print muted">
      {describeBidFailure(refusal)}
    </p>
  );
}
