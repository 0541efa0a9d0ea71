import { call, SignedOut } from "#ui/call.ts";
import type { BidProblem } from "#domain/bid/bid.ts";

export type SentBid =
  | { ok: true }
  /** With `problems`, what to put right; else a code that says why not. */
  | { ok: false; code: string; problems: readonly BidProblem[] };

/** POST /newBid with the fields of SPEC.md §3. Null where the browser is on its way to sign in. */
export async function sendBid(
  bidId: string,
  listingId: string,
  email: string,
  fields: FormData,
): Promise<SentBid | null> {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  try {
    const answer = await call("/newBid", {
      method: "POST",
      email,
      headers: { "idempotency-key": bidId },
      body: {
        productId: listingId,
        bidderPhone: text("bidderPhone"),
        proposedPrice: text("proposedPrice"),
        bidderMessage: text("bidderMessage"),
      },
    });
    const body = (await answer.json()) as {
      insertedId?: string;
      error?: string;
      problems?: BidProblem[];
    };
    if (body.insertedId) return { ok: true };
    return { ok: false, code: body.error ?? "unexpected", problems: body.problems ?? [] };
  } catch (error) {
    if (error instanceof SignedOut) return null;
    return { ok: false, code: "unreachable", problems: [] };
  }
}
