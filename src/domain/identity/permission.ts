import type { Role } from "#values/role.ts";

const EVERYONE = ["visitor", "buyer", "seller", "dealer", "staff", "admin"] as const;
const SIGNED_IN = ["buyer", "seller", "dealer", "staff", "admin"] as const;
/** A member is a buyer and a seller at once; a dealer is a member with a dealership. */
const MEMBERS = ["buyer", "seller", "dealer"] as const;
export const STAFF_ROLES = ["staff", "admin"] as const;

/** What each role may do. Asked in English: `may(user, "workLeads")`. */
export const PERMISSIONS = {
  viewListing: EVERYONE,
  sendForm: EVERYONE,
  reportListing: EVERYONE,
  /** Counted by account, or by a visitor's address (listing-seller.server.ts). */
  revealPhone: EVERYONE,

  manageOwnAccount: SIGNED_IN,
  saveListing: SIGNED_IN,

  // Staff neither buy nor sell here: they see every lead.
  bid: MEMBERS,
  createListing: MEMBERS,
  editOwnListing: MEMBERS,
  answerBids: MEMBERS,
  askForVerification: MEMBERS,

  /** Of the dealership that the person belongs to (dealership_member). */
  answerSellRequests: ["dealer"],

  workLeads: STAFF_ROLES,
  reviewListings: STAFF_ROLES,
  verifySeller: STAFF_ROLES,
  answerReviews: STAFF_ROLES,
  seeAnyListing: STAFF_ROLES,
  seeSubscribers: STAFF_ROLES,

  manageStaff: ["admin"],
  manageDealerships: ["admin"],
  readAudit: ["admin"],
  /** Every address at once leaves the site. */
  exportSubscribers: ["admin"],
} as const satisfies Record<string, readonly (Role | "visitor")[]>;

export type Permission = keyof typeof PERMISSIONS;

/** Who asks. `lacksSecondFactor`: somebody who owes one, in a session that has not proved it. */
type Asker = { role: Role; lacksSecondFactor?: boolean } | null;

/** Whether the person may do this; null is a visitor who is not signed in. */
export function may(user: Asker, permission: Permission): boolean {
  const roles: readonly (Role | "visitor")[] = PERMISSIONS[permission];
  if (!roles.includes(user?.role ?? "visitor")) return false;
  return !(user?.lacksSecondFactor && needsSecondFactor(permission));
}

/** Whether the role sees every customer's data, and so has short sessions. */
export function isStaff(role: Role | "visitor"): boolean {
  return STAFF_ROLES.some((each) => each === role);
}

/** Whether the role sees other people's data: a dealer sees the requests that it was asked about. */
export function owesSecondFactor(role: Role | "visitor"): boolean {
  return isStaff(role) || role === "dealer";
}

function needsSecondFactor(permission: Permission): boolean {
  return PERMISSIONS[permission].every(owesSecondFactor);
}
