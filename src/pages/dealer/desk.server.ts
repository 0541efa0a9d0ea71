import { data } from "react-router";
import { findDealership } from "#domain/dealership/dealership-queries.server.ts";
import type { dealershipTable } from "#domain/dealership/dealership.table.ts";
import type { PageSubject } from "#pages/command/define-page.server.ts";
import type { Member } from "#pages/session/guards.server.ts";
import { db } from "#platform/database/database.server.ts";

type Dealership = typeof dealershipTable.$inferSelect;

/** What the commands of a dealership's pages act on. */
export type DeskSubject = PageSubject<Dealership>;

/**
 * The dealership of the person whose page it is. Every loader of a dealership's own pages calls it.
 * @throws 403 for somebody who belongs to none, as staff do
 */
export async function requireDealership({ user }: Pick<Member, "user">): Promise<Dealership> {
  const found = user.dealership ? await findDealership(db(), user.dealership.id) : null;
  if (!found) throw data({ code: "not_permitted" }, { status: 403 });
  return found;
}
