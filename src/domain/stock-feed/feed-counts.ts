import { type FeedPlan, isPriceOnly } from "./feed-plan.ts";

/** How many cars of each kind a file has. */
export type FeedCounts = {
  added: number;
  changed: number;
  prices: number;
  gone: number;
  same: number;
  untouched: number;
  refused: number;
};

export function countPlan({
  added,
  changed,
  gone,
  same,
  untouched,
  refused,
}: FeedPlan): FeedCounts {
  const prices = changed.filter(isPriceOnly).length;
  return {
    added: added.length,
    changed: changed.length - prices,
    prices,
    gone: gone.length,
    same: same.length,
    untouched: untouched.length,
    refused: refused.length,
  };
}
