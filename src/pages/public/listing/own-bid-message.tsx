import { type BidCommandResult, describeBidCommandResult } from "./bid-words.ts";

/** The result of the bidder's command. */
export function OwnBidMessage({ result }: { result: BidCommandResult | null }) {
  const words = describeBidCommandResult(result?.code, "bidder");
  if (!words) return null;
  return (
    <p className={`notice ${words.ok ? "notice--ok" : "notice--bad"}`} role="status">
      {words.message}
    </p>
  );
}
