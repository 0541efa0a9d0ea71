import type { Permission } from "./role.ts";

// What the members of one dealership may do in it. Its owner gives the roles. What a dealer may do
// at all is in role.ts; what is not named here, each member may do.

const OWNER = [
  "seeDealerLeads",
  "seeSellRequests",
  "workDealerLeads",
  /** Offers for the cars of sellers. */
  "answerSellRequests",
  "createListing",
  "editOwnListing",
  "askForVerification",
  "answerBids",
  "changeDesk",
  "changeDealerTeam",
] as const satisfies readonly Permission[];

type DeskPermission = (typeof OWNER)[number];

/** From the one who may do the most. A dealership always has an owner, once it has members. */
export const DEALERSHIP_ROLES = ["owner", "manager", "salesperson", "stock", "reader"] as const;
export type DealershipRole = (typeof DEALERSHIP_ROLES)[number];

const DEALERSHIP_ROLE_RULES: Record<DealershipRole, readonly DeskPermission[]> = {
  owner: OWNER,
  manager: OWNER.filter((permission) => permission !== "changeDealerTeam"),
  salesperson: ["seeDealerLeads", "seeSellRequests", "workDealerLeads", "answerBids"],
  /** Sees no person's request. */
  stock: ["createListing", "editOwnListing", "askForVerification"],
  reader: ["seeDealerLeads", "seeSellRequests"],
};

/** Whether a role in a dealership lets its holder do this. */
export function allowsAtDesk(role: DealershipRole, permission: Permission): boolean {
  if (!OWNER.some((each) => each === permission)) return true;
  return DEALERSHIP_ROLE_RULES[role].some((each) => each === permission);
}
