import { type Role, ROLES } from "#values/role.ts";

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

const PUBLIC = [...PUBLIC_READS, ...PUBLIC_CHANGES] as const;
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

/** Who asks. `lacksSecondFactor`: somebody who owes one, in a session that has not proved it. */
type Asker = { role: Role; lacksSecondFactor?: boolean } | null;

/** Whether the person may do this; null is a visitor who is not signed in. */
export function may(user: Asker, permission: Permission): boolean {
  const permissions: readonly Permission[] = user ? ROLE_RULES[user.role].may : PUBLIC;
  if (!permissions.includes(permission)) return false;
  return !(user?.lacksSecondFactor && needsSecondFactor(permission, ROLE_RULES));
}

/** The roles that see every customer's data. */
export const STAFF_ROLES = ROLES.filter((role) => ROLE_RULES[role].isStaff);

/**
 * Whether those who owe a second factor must have proved it for this. Only what every role that owes
 * none may do as well is open without: one more row never takes it away.
 */
export function needsSecondFactor(
  permission: Permission,
  rules: Readonly<Record<string, Omit<RoleRules, "isStaff" | "session">>>,
): boolean {
  return Object.values(rules).some(
    ({ owesSecondFactor, may: permissions }) =>
      !owesSecondFactor && !permissions.includes(permission),
  );
}
