import { data } from "react-router";
import { eq } from "drizzle-orm";
import { findDeal } from "#domain/deal/deal-queries.server.ts";
import type { DealSide } from "#domain/deal/deal-state.ts";
import type { Deal } from "#domain/deal/deal.table.ts";
import { may } from "#domain/identity/permission.ts";
import { recognizeSender } from "#domain/lead/lead-link.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { type PageArgs, requireMember, requirePermission } from "#pages/session/guards.server.ts";
import { db } from "#platform/database/database.server.ts";
import { readVisitor, type SignedInUser, type Visitor } from "#platform/request/visitor.server.ts";
import { ROLE_RULES } from "#values/role.ts";

export type DealPageArgs = PageArgs & { params: { reference?: string } };

/** A person who may see a deal, with the deal. */
export type DealVisitor = {
  deal: Deal;
  visitor: Visitor;
  /** Null for staff, who may only read. */
  side: DealSide | null;
  /**
   * Whether the side was identified by an account, and not only by a link or the browser that sent
   * the request.
   */
  isByAccount: boolean;
  /**
   * The key of the link that they came by; "" if there was none. Every link between the deal's
   * pages keeps it.
   */
  key: string;
};

/**
 * Every loader and action of a deal calls it first: it lets in the two sides, and staff with the
 * permission.
 * @throws a redirect to sign-in for a person who is not signed in and has no link; 404 for
 * everybody else
 */
export async function requireDeal(args: DealPageArgs): Promise<DealVisitor> {
  const visitor = readVisitor(args);
  const key = new URL(args.request.url).searchParams.get("key") ?? "";
  const deal = await findDeal(args.params.reference ?? "");
  const found = deal && (await findSide(deal, visitor, key));
  if (deal && found) return { deal, visitor, key, ...found };
  const { user } = requireMember(args);
  if (deal && ROLE_RULES[user.role].isStaff) {
    requirePermission(args, "seeAnyDeal");
    return { deal, visitor, key, side: null, isByAccount: true };
  }
  // A dealer without a second factor is told so, for their own deals and for others alike.
  if (user.role === "dealer") requirePermission(args, "seeSellRequests");
  throw data(null, { status: 404 });
}

async function findSide(
  deal: Deal,
  visitor: Visitor,
  key: string,
): Promise<Pick<DealVisitor, "side" | "isByAccount"> | null> {
  const { user } = visitor;
  if (user && deal.sellerUserId === user.id) return { side: "seller", isByAccount: true };
  if (isDesk(user, deal.sellerDealershipId, "answerBids"))
    return { side: "seller", isByAccount: true };
  if (user && deal.buyerUserId === user.id) return { side: "buyer", isByAccount: true };
  if (deal.leadId) {
    const [sent] = await db()
      .select({ lead: leadTable, submission: submissionTable })
      .from(leadTable)
      .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
      .where(eq(leadTable.id, deal.leadId));
    const way = sent && recognizeSender(visitor, sent, key);
    if (way) return { side: "seller", isByAccount: way === "account" };
  }
  if (isDesk(user, deal.buyerDealershipId, "answerSellRequests"))
    return { side: "buyer", isByAccount: true };
  return null;
}

/** Whether the person agrees to deals in the name of this dealership. */
function isDesk(
  user: SignedInUser | null,
  dealershipId: string | null,
  permission: "answerBids" | "answerSellRequests",
): boolean {
  if (!user || dealershipId === null || user.dealership?.id !== dealershipId) return false;
  return may(user, permission);
}
