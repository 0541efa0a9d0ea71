import { eq } from "drizzle-orm";
import type { DealSide } from "#domain/deal/deal-state.ts";
import type { Agreement } from "#domain/deal/let-deal-follow.server.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { isProvince } from "#values/province.ts";
import { findAgreedAmount } from "./dealer-offer.ts";
import { readOfferedCar } from "./offered-car.ts";
import type { Offer } from "./offers.server.ts";
import type { SellRequestLead } from "./sell-request-lead.server.ts";

/** What a dealership and the sender of a request agree with an accepted offer. */
export async function readOfferAgreement(
  transaction: Transaction,
  lead: SellRequestLead,
  offer: Offer,
  agreed: { bySide: DealSide; byUserId: string | null },
): Promise<Agreement> {
  const [submission] = await transaction
    .select({ userId: submissionTable.userId, answers: submissionTable.answers })
    .from(submissionTable)
    .where(eq(submissionTable.id, lead.submissionId));
  const { provinceCode } = lead;
  return {
    way: "dealer_offer",
    wayId: offer.id,
    leadId: lead.id,
    sellerUserId: submission?.userId ?? null,
    buyerDealershipId: offer.dealershipId,
    priceCad: findAgreedAmount(offer),
    agreedBySide: agreed.bySide,
    agreedByUserId: agreed.byUserId,
    ...readOfferedCar(submission?.answers),
    city: lead.city ?? "",
    provinceCode: isProvince(provinceCode) ? provinceCode : null,
  };
}
