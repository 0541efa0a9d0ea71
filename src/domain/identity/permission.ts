import { type Role, ROLES } from "#values/role.ts";

type RoleRules = {
  /** Sees every customer's data. */
  isStaff: boolean;
  /** Sees other people's data: a dealer sees the requests that it was asked about. */
  owesSecondFactor: boolean;
  /** A short session ends when it idles, and within a day's work. */
  session: "long" | "short";
};

/** The roles as rows. Whether a permission needs a second factor follows from them. */
export const ROLE_RULES = {
  buyer: { isStaff: false, owesSecondFactor: false, session: "long" },
  seller: { isStaff: false, owesSecondFactor: false, session: "long" },
  dealer: { isStaff: false, owesSecondFactor: true, session: "long" },
  staff: { isStaff: true, owesSecondFactor: true, session: "short" },
  admin: { isStaff: true, owesSecondFactor: true, session: "short" },
} as const satisfies Record<Role, RoleRules>;

const SIGNED_IN = ROLES;
const EVERYONE = ["visitor", ...SIGNED_IN] as const;
/** A member is a buyer and a seller at once; a dealer is a member with a dealership. */
const MEMBERS = ["buyer", "seller", "dealer"] as const;
/** Named one by one: another role of staff gets no permission before somebody decides it. */
const STAFF = ["staff", "admin"] as const;

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

  // What staff read.
  workLeads: STAFF,
  reviewListings: STAFF,
  answerReviews: STAFF,
  seeAnyListing: STAFF,
  /** What two sides agreed; not what they wrote to each other. */
  seeAnyDeal: STAFF,
  seeSubscribers: STAFF,
  /** What people ask by their rights, and all that is found of one of them. */
  seePrivacyRequests: STAFF,
  /** Who receives what, and why: nobody's data. */
  seeProcessing: STAFF,

  // What staff change of what is somebody else's, each told to its owner (staff-change.ts).
  editAnyListing: STAFF,
  changeAnyPrice: STAFF,
  changeAnyPhotos: STAFF,
  moveAnyListing: STAFF,
  approveListings: STAFF,
  closeAnyBid: STAFF,
  moveRequests: STAFF,
  decideReviews: STAFF,
  replyToReviews: STAFF,
  verifySeller: STAFF,
  settleReports: STAFF,
  endSubscriptions: STAFF,
  answerPrivacyRequests: STAFF,
  /** To the dealership that its sender agreed to, where the site waits for that. */
  passOnLeads: STAFF,
  changeRoles: ["admin"],
  giveEnrolmentLinks: ["admin"],
  endAnySessions: ["admin"],
  changeDealerships: ["admin"],

  manageStaff: ["admin"],
  manageDealerships: ["admin"],
  readAudit: ["admin"],
  seeSystem: ["admin"],
  /** The register of incidents, for whoever reads the audit log. */
  seeIncidents: ["admin"],
  recordIncidents: ["admin"],
  backUpSite: ["admin"],
  changeSettings: ["admin"],
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
  return !(user?.lacksSecondFactor && needsSecondFactor(roles, ROLE_RULES));
}

/** The roles that see every customer's data. */
export const STAFF_ROLES = ROLES.filter((role) => ROLE_RULES[role].isStaff);

/**
 * Whether those who owe a second factor must have proved it for this. Only what every role that owes
 * none may do as well is open without: one more role on a permission's list never takes it away.
 */
export function needsSecondFactor(
  roles: readonly string[],
  rules: Readonly<Record<string, RoleRules>>,
): boolean {
  return Object.entries(rules).some(
    ([role, { owesSecondFactor }]) => !owesSecondFactor && !roles.includes(role),
  );
}
