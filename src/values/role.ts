/**
 * The roles that somebody gives, of those who see other people's data. A member is a buyer or a seller by
 * what they do, and is either; both may do the same things.
 */
export const ASSIGNABLE_ROLES = ["dealer", "staff", "auditor", "admin"] as const;

/** What an account may be. */
export const ROLES = ["buyer", "seller", ...ASSIGNABLE_ROLES] as const;
export type Role = (typeof ROLES)[number];

// Each permission is named once, in the group of those who have it; the roles below are made of groups.

/** A member of the public reads listings; a dealership also what it was asked about. */
const PUBLIC_READS = ["viewListing"] as const;
/** Of the dealership that the person belongs to (dealership_member). */
const DEALERSHIP_READS = ["seeSellRequests"] as const;
const STAFF_READS = [
  "seeLeads",
  "seeMessages",
  /** Listings and sellers that wait for a decision, and what was reported. */
  "seeModeration",
  "seeReviews",
  "seeAnyListing",
  /** What two sides agreed; not what they wrote to each other. */
  "seeAnyDeal",
  "seeSubscribers",
  /** What people ask by their rights, and all that is found of one of them. */
  "seePrivacyRequests",
  /** Who receives what, and why: nobody's data. */
  "seeProcessing",
] as const;
const ADMIN_READS = [
  "seePeople",
  "seeDealerships",
  "readAudit",
  "seeSystem",
  "seeSettings",
  /** The register of incidents, for whoever reads the audit log. */
  "seeIncidents",
] as const;

/** What is read. It changes nothing of anybody's, and opens no sealed answer. */
export const READ_PERMISSIONS = [
  ...PUBLIC_READS,
  ...DEALERSHIP_READS,
  ...STAFF_READS,
  ...ADMIN_READS,
] as const;
export type ReadPermission = (typeof READ_PERMISSIONS)[number];

const PUBLIC_CHANGES = [
  "sendForm",
  "reportListing",
  /** Counted by account, or by a visitor's address (listing-seller.server.ts). */
  "revealPhone",
] as const;
const ACCOUNT_CHANGES = ["manageOwnAccount", "saveListing"] as const;
/** A member is a buyer and a seller at once; a dealer is a member with a dealership. */
const MEMBER_CHANGES = [
  "bid",
  "createListing",
  "editOwnListing",
  "answerBids",
  "askForVerification",
] as const;
const DEALERSHIP_CHANGES = ["answerSellRequests"] as const;
const STAFF_CHANGES = [
  /** Notes, states, and what is asked of the person of a lead. */
  "workLeads",
  "sendMessagesAgain",
  /** SIN, licence number, date of birth, and the documents that a person sent. */
  "openSealedAnswers",
  // What is somebody else's, each change told to its owner (staff-change.ts).
  "editAnyListing",
  "changeAnyPrice",
  "changeAnyPhotos",
  "moveAnyListing",
  "approveListings",
  "closeAnyBid",
  "moveRequests",
  "decideReviews",
  "replyToReviews",
  "verifySeller",
  "settleReports",
  "endSubscriptions",
  "answerPrivacyRequests",
  /** To the dealership that its sender agreed to, where the site waits for that. */
  "passOnLeads",
] as const;
const ADMIN_CHANGES = [
  "changeRoles",
  "giveEnrolmentLinks",
  "endAnySessions",
  "changeDealerships",
  "recordIncidents",
  "backUpSite",
  "changeSettings",
  /** Every address at once leaves the site. */
  "exportSubscribers",
] as const;

/** What is done, and what opens a sealed answer or hands data out. */
export const CHANGE_PERMISSIONS = [
  ...PUBLIC_CHANGES,
  ...ACCOUNT_CHANGES,
  ...MEMBER_CHANGES,
  ...DEALERSHIP_CHANGES,
  ...STAFF_CHANGES,
  ...ADMIN_CHANGES,
] as const;
export type ChangePermission = (typeof CHANGE_PERMISSIONS)[number];

export type Permission = ReadPermission | ChangePermission;

/** What a visitor may who is not signed in. */
export const PUBLIC = [...PUBLIC_READS, ...PUBLIC_CHANGES] as const;
const SIGNED_IN = [...PUBLIC, ...ACCOUNT_CHANGES] as const;
const MEMBER = [...SIGNED_IN, ...MEMBER_CHANGES] as const;

export type RoleRules = {
  /** Sees every customer's data. */
  isStaff: boolean;
  /** Sees other people's data: a dealer sees the requests that it was asked about. */
  owesSecondFactor: boolean;
  /** A short session ends when it idles, and within a day's work. */
  session: "long" | "short";
  may: readonly Permission[];
};

/**
 * The roles as rows. Whether a permission needs a second factor follows from them.
 * Staff neither buy nor sell here: they see every lead.
 */
export const ROLE_RULES = {
  buyer: { isStaff: false, owesSecondFactor: false, session: "long", may: MEMBER },
  seller: { isStaff: false, owesSecondFactor: false, session: "long", may: MEMBER },
  dealer: {
    isStaff: false,
    owesSecondFactor: true,
    session: "long",
    may: [...MEMBER, ...DEALERSHIP_READS, ...DEALERSHIP_CHANGES],
  },
  staff: {
    isStaff: true,
    owesSecondFactor: true,
    session: "short",
    may: [...SIGNED_IN, ...STAFF_READS, ...STAFF_CHANGES],
  },
  /** Reads all that staff and administrators read, opens nothing sealed, and changes nothing. */
  auditor: {
    isStaff: true,
    owesSecondFactor: true,
    session: "short",
    may: [...SIGNED_IN, ...STAFF_READS, ...ADMIN_READS],
  },
  admin: {
    isStaff: true,
    owesSecondFactor: true,
    session: "short",
    may: [...SIGNED_IN, ...STAFF_READS, ...ADMIN_READS, ...STAFF_CHANGES, ...ADMIN_CHANGES],
  },
} as const satisfies Record<Role, RoleRules>;

/** Whether somebody buys and sells here; all others work here. */
export function isMemberRole(role: Role): boolean {
  return !ROLE_RULES[role].isStaff;
}

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
