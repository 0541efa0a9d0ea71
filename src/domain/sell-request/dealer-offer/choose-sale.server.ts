import type { GivenConsent } from "#domain/lead/consent.ts";
import { mayBeShared } from "#domain/lead/consents.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { Seller } from "./answer-offer.server.ts";
import { offersOn } from "./offers.server.ts";
import type { SaleChoice } from "./purchase-offer.ts";
import { saleChoiceTable } from "./purchase-offer.table.ts";
import { choiceOf, lockRequest, writeEvent } from "./sale-request.server.ts";
import { shareRequest } from "./share-request.server.ts";

export type ChoiceResult =
  | { ok: true }
  | {
      ok: false;
      code:
        | "not_found"
        | "already_accepted" /** Offers are wanted, and nobody may see the car. */
        | "consent_missing";
    };

/**
 * Writes down what the seller wants. Where offers are, the request goes to dealerships, which takes
 * a consent: the one given with this choice, or one that still stands.
 */
export async function chooseSale(
  seller: Seller,
  choice: SaleChoice,
  consent: GivenConsent | null,
): Promise<ChoiceResult> {
  return db().transaction(async (transaction) => {
    const lead = await lockRequest(transaction, seller.reference);
    if (!lead) return { ok: false, code: "not_found" };
    const offers = await offersOn(transaction, lead.id);
    if (offers.some(({ state }) => state === "accepted"))
      return { ok: false, code: "already_accepted" };
    const wantsOffers = choice !== "own_listing";
    if (wantsOffers && !(await mayBeShared(transaction, lead.submissionId))) {
      if (!consent) return { ok: false, code: "consent_missing" };
      await shareRequest(transaction, lead, consent);
    }
    if ((await choiceOf(transaction, lead.id)) === choice) return { ok: true };
    const by = { leadId: lead.id, byUserId: seller.userId };
    await transaction.insert(saleChoiceTable).values({ ...by, choice, way: seller.way, at: now() });
    await writeEvent(transaction, { ...by, kind: "sale_choice", note: choice });
    return { ok: true };
  });
}
