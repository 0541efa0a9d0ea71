import { data } from "react-router";
import { dealershipOfMember } from "#domain/dealership/dealership-queries.server.ts";
import { may } from "#domain/identity/permission.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { type PageArgs, requireMember, requirePermission } from "#pages/session/guards.server.ts";

/** Who is on the dealership's pages. */
export type DealerCaller = {
  user: SignedInUser;
  visitor: Visitor;
  /** The dealership that the person works for: all that they see is its. */
  dealership: { id: string; name: string } | null;
  /** Staff see what every dealership sees, and touch nothing. */
  isStaff: boolean;
};

/**
 * A dealer with their dealership, if they have one, or staff. Every loader begins with it.
 * @throws a redirect to sign-in, and 403 for everybody else.
 */
export async function requireDealerOrStaff(args: PageArgs): Promise<DealerCaller> {
  const { user, visitor } = requireMember(args);
  if (may(user, "answerSellRequests")) {
    return { user, visitor, isStaff: false, dealership: await dealershipOfMember(db(), user.id) };
  }
  requirePermission(args, "workLeads");
  return { user, visitor, isStaff: true, dealership: null };
}

/** The same for what only a dealership does. @throws 403 for whoever works for none, as staff. */
export async function requireDealer(args: PageArgs) {
  const caller = await requireDealerOrStaff(args);
  if (!caller.dealership) throw data({ code: "not_permitted" }, { status: 403 });
  return { ...caller, dealership: caller.dealership };
}
