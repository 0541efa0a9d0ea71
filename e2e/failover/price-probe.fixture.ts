import { setTimeout as pause } from "node:timers/promises";
import { formatCad } from "#values/money.ts";

/** After this time from its acknowledgement, a stranger must see a new price. */
const SEEN_WITHIN_MS = 2_000;

export type PriceReport = {
  changes: number;
  /**
   * How often the seller read the page right after a change, from a machine that the balancer
   * chose.
   */
  ownChecks: number;
  ownStale: string[];
  strangerChecks: number;
  strangersStale: string[];
  longestUnseenMs: number;
};

/**
 * A seller who repeatedly raises a price and reads it at once, and strangers who continuously read
 * it by the call and on the page. Nobody may see an old price for longer than allowed.
 */
export function startPriceProbe(options: {
  origin: string;
  session: string;
  listing: string;
  price: number;
}) {
  const { origin, session, listing } = options;
  const report: PriceReport = {
    changes: 0,
    ownChecks: 0,
    ownStale: [],
    strangerChecks: 0,
    strangersStale: [],
    longestUnseenMs: 0,
  };
  const acknowledged: { price: number; at: number; isSeen: boolean }[] = [
    { price: options.price, at: -Infinity, isSeen: true },
  ];
  let isOver = false;

  const readPrice = async (cookie: string | null): Promise<number | null> => {
    const headers: Record<string, string> = cookie === null ? {} : { cookie };
    const response = await fetch(`${origin}/singleListing/${listing}`, { headers });
    const body = (await response.json()) as { price?: number };
    return response.status === 200 ? (body.price ?? null) : null;
  };
  const readPagePrices = async (): Promise<string> => {
    const response = await fetch(`${origin}/details/${listing}`);
    const html = await response.text();
    return response.status === 200 ? html : "";
  };

  const sell = async () => {
    for (let price = options.price + 1; !isOver; price += 1) {
      try {
        const response = await fetch(`${origin}/account/listings/${listing}`, {
          method: "POST",
          redirect: "manual",
          headers: { cookie: session, origin },
          body: new URLSearchParams({ intent: "price", price: String(price) }),
        });
        await response.arrayBuffer();
        if (!response.headers.get("location")?.includes("done=price")) continue;
        acknowledged.push({ price, at: performance.now(), isSeen: false });
        report.changes += 1;
        const set = response.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
        const seen = await readPrice([session, ...set].join("; "));
        if (seen === null) continue;
        report.ownChecks += 1;
        if (seen !== price) report.ownStale.push(`${price} was stored, ${seen} shown`);
      } catch {
        // The connection was cut, so it does not count.
      } finally {
        await pause(150);
      }
    }
  };

  /** The lowest price that a request that starts now may return. */
  const oldestAllowed = (at: number) =>
    acknowledged.findLast((each) => each.at <= at - SEEN_WITHIN_MS)?.price ?? options.price;

  const check = async (readLowest: (allowed: number) => Promise<boolean | null>) => {
    while (!isOver) {
      const allowed = oldestAllowed(performance.now());
      const isFresh = await readLowest(allowed).catch(() => null);
      if (isFresh !== null) {
        report.strangerChecks += 1;
        if (!isFresh) report.strangersStale.push(`less than ${allowed}`);
      }
      await pause(40);
    }
  };

  const running = [
    sell(),
    check(async (allowed) => {
      const price = await readPrice(null);
      if (price === null) return null;
      const at = performance.now();
      for (const each of acknowledged) {
        if (each.isSeen || each.price > price) continue;
        each.isSeen = true;
        report.longestUnseenMs = Math.max(report.longestUnseenMs, Math.round(at - each.at));
      }
      return price >= allowed;
    }),
    check(async (allowed) => {
      const html = await readPagePrices();
      if (html === "") return null;
      const newest = acknowledged.at(-1)?.price ?? allowed;
      // A price that is not acknowledged yet may already be shown.
      const prices = Array.from({ length: newest - allowed + 2 }, (_, index) => allowed + index);
      return prices.some((price) => html.includes(formatCad(price, "en")));
    }),
  ];
  return {
    async stop(): Promise<PriceReport> {
      isOver = true;
      await Promise.all(running);
      return report;
    },
  };
}
