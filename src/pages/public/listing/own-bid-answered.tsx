import { type BidsAnswered, describeAnswered } from "./bid-words.ts";

/** What came of what the bidder pressed. */
export function OwnBidAnswered({ answered }: { answered: BidsAnswered | null }) {
  const words = describeAnswered(answered?.code, "bidder");
  if (!words) return null;
  return (
    <p className={`notice ${words.ok ? "notice--ok" : "notice--bad"}`} role="status">
      {words.message}
    </p>
  );
}
