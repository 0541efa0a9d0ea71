import type { ConsentInput } from "#domain/lead/consent.ts";
import { mayBeShared, recordConsents, withdrawShare } from "#domain/lead/consents.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { Seller } from "./answer-offer.server.ts";
import { listOffers } from "./offers.server.ts";
import type { SellerChoice } from "./dealer-offer.ts";
import { sellerChoiceTable, invitationTable } from "./dealer-offer.table.ts";
import {
  findChoice,
  lockRequest,
  writeEvent,
  type SellRequestLead,
} from "./sell-request-lead.server.ts";
import { eq } from "drizzle-orm";
import { matchDealership } from "#domain/dealership/dealership-queries.server.ts";
import { sendLeadToDealerships, sendLeadAgain } from "#domain/lead/lead-messages.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { isLocale } from "#values/locale.ts";
import { inviteDealerships } from "./invite-dealerships.server.ts";

type ChoiceResult =
  | { ok: true }
  | {
      ok: false;
      code:
        | "not_found"
        | "already_accepted" /** Offers are wanted without a consent to share. */
        | "consent_missing";
    };

/**
 * Stores what the seller wants. If that includes offers, the request goes to dealerships, which
 * needs a consent: one given with this choice, or an earlier one that is still valid.
 */
export async function recordChoice(
  seller: Seller,
  choice: SellerChoice,
  consent: ConsentInput | null,
): Promise<ChoiceResult> {
  return db().transaction(async (transaction) => {
    const lead = await lockRequest(transaction, seller.reference);
    if (!lead) return { ok: false, code: "not_found" };
    const offers = await listOffers(transaction, lead.id);
    if (offers.some(({ state }) => state === "accepted"))
      return { ok: false, code: "already_accepted" };
    const wantsOffers = choice !== "own_listing";
    if (wantsOffers && !(await mayBeShared(transaction, lead.submissionId))) {
      if (!consent) return { ok: false, code: "consent_missing" };
      await shareRequest(transaction, lead, consent);
    }
    if ((await findChoice(transaction, lead.id)) === choice) return { ok: true };
    const by = { leadId: lead.id, byUserId: seller.userId };
    await transaction
      .insert(sellerChoiceTable)
      .values({ ...by, choice, way: seller.way, at: now() });
    await writeEvent(transaction, { ...by, kind: "sale_choice", note: choice });
    return { ok: true };
  });
}

/**
 * Passes on a request that has stayed with us until now, with the consent that allows it. If
 * dealerships were invited before, it goes only to those that never got it because the consent was
 * withdrawn first; nothing is sent twice.
 */
async function shareRequest(
  transaction: Transaction,
  lead: SellRequestLead,
  consent: ConsentInput,
): Promise<void> {
  await recordConsents(transaction, lead.submissionId, [consent]);
  const invited = await transaction
    .select({ dealershipId: invitationTable.dealershipId })
    .from(invitationTable)
    .where(eq(invitationTable.leadId, lead.id))
    .limit(1);
  if (invited.length > 0) return sendLeadAgain(transaction, lead.id);
  const locale = isLocale(lead.locale) ? lead.locale : "en";
  const own = await matchDealership(transaction, lead);
  if (own) {
    await transaction
      .update(leadTable)
      .set({ dealershipId: own.id })
      .where(eq(leadTable.id, lead.id));
    await writeEvent(transaction, {
      leadId: lead.id,
      kind: "routed",
      note: own.name,
      byUserId: null,
    });
    await sendLeadToDealerships(transaction, { id: lead.id, locale }, [own]);
  }
  await inviteDealerships(transaction, {
    leadId: lead.id,
    locale,
    kind: "sell_car",
    location: lead,
    exceptDealershipId: own?.id ?? null,
  });
}

/** The person withdraws the consent: from now on no dealership sees the request. */
export async function stopSharing(seller: Seller): Promise<void> {
  await db().transaction(async (transaction) => {
    const lead = await lockRequest(transaction, seller.reference);
    if (!lead) return;
    await withdrawShare(transaction, lead.submissionId, { byUserId: seller.userId });
  });
}
