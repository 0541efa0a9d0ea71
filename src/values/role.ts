/**
 * The roles that an administrator assigns: they see other people's data. A member is a buyer or a
 * seller depending on what they do; both roles may do the same things.
 */
export const ASSIGNABLE_ROLES = ["dealer", "staff", "manager", "auditor", "admin"] as const;

/** All roles of an account. */
export const ROLES = ["buyer", "seller", ...ASSIGNABLE_ROLES] as const;
export type Role = (typeof ROLES)[number];

// Each permission is listed once, in the group of those who have it; the roles below combine
// groups.

/** The public may read listings; a dealership also the requests that it was invited to. */
const PUBLIC_READS = ["viewListing"] as const;
/**
 * For the dealership that the person belongs to, as far as their role in it allows
 * (dealership-role.ts).
 */
const DEALERSHIP_READS = ["seeDesk", "seeSellRequests", "seeDealerLeads"] as const;
const STAFF_READS = [
  "seeLeads",
  /** What the sender of a lead earns, and the ratios that are computed from it. */
  "seeIncome",
  "seeMessages",
  /** The figures of the business: no personal data. */
  "seeReports",
  /** Listings and sellers that wait for a decision, and reports. */
  "seeModeration",
  "seeReviews",
  "seeAnyListing",
  /** The agreements of both sides; not their messages. */
  "seeAnyDeal",
  "seeSubscribers",
  /** Privacy requests, and the trail of the person. */
  "seePrivacyRequests",
  /** Who receives which data, and why: contains no personal data. */
  "seeProcessing",
] as const;
const MANAGER_READS = [
  /** Who gets which leads, and the reasons that a lead can be lost for. */
  "seeTeamRules",
  /** What each role may do. */
  "seeRoles",
] as const;
const ADMIN_READS = [
  "seePeople",
  "seeDealerships",
  "readAudit",
  "seeSystem",
  "seeSettings",
  /** The register of incidents, for those who may read the audit log. */
  "seeIncidents",
] as const;

/** Permissions to read. They change no data, and open no sealed answer. */
export const READ_PERMISSIONS = [
  ...PUBLIC_READS,
  ...DEALERSHIP_READS,
  ...STAFF_READS,
  ...MANAGER_READS,
  ...ADMIN_READS,
] as const;
export type ReadPermission = (typeof READ_PERMISSIONS)[number];

const PUBLIC_CHANGES = [
  "sendForm",
  "reportListing",
  /** Limited per account, or per visitor's IP address (listing-seller.server.ts). */
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
const DEALERSHIP_CHANGES = [
  "answerSellRequests",
  "workDealerLeads",
  /** How the dealership shows itself, and where its leads go. */
  "changeDesk",
  /** Who its members are, and their roles (dealership-role.ts). */
  "changeDealerTeam",
] as const;
const STAFF_CHANGES = [
  /** Notes, stages, and requests for documents from the person of a lead. */
  "workLeads",
  "sendMessagesAgain",
  /** SIN, licence number, date of birth, and the documents that a person sent. */
  "openSealedAnswers",
  // Changes to other people's things; the owner is notified of each (staff-change.ts).
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
  /** To the dealership that its sender agreed to, if the site's setting waits for staff. */
  "passOnLeads",
] as const;
const MANAGER_CHANGES = [
  "changeTemplates",
  /** Assignment, the on-call week, and the reasons that a lead can be lost for. */
  "changeTeamRules",
  /** The list of leads as a file, with names and contacts. */
  "exportLeads",
  /** Gives a colleague an ability of one's own for a day, or refuses it. */
  "grantAccess",
] as const;
const ADMIN_CHANGES = [
  "changeRoles",
  "giveEnrolmentLinks",
  "endAnySessions",
  "changeDealerships",
  "recordIncidents",
  "backUpSite",
  "changeSettings",
  /** Exports all addresses at once. */
  "exportSubscribers",
] as const;

/** Permissions to change data, to open a sealed answer or to hand data out. */
export const CHANGE_PERMISSIONS = [
  ...PUBLIC_CHANGES,
  ...ACCOUNT_CHANGES,
  ...MEMBER_CHANGES,
  ...DEALERSHIP_CHANGES,
  ...STAFF_CHANGES,
  ...MANAGER_CHANGES,
  ...ADMIN_CHANGES,
] as const;
export type ChangePermission = (typeof CHANGE_PERMISSIONS)[number];

export type Permission = ReadPermission | ChangePermission;

/** The permissions of a visitor who is not signed in. */
export const PUBLIC = [...PUBLIC_READS, ...PUBLIC_CHANGES] as const;
const SIGNED_IN = [...PUBLIC, ...ACCOUNT_CHANGES] as const;
const MEMBER = [...SIGNED_IN, ...MEMBER_CHANGES] as const;

export type RoleRules = {
  /** Sees the data of all customers. */
  isStaff: boolean;
  /** Sees other people's data: a dealer sees the requests that it was invited to. */
  owesSecondFactor: boolean;
  /** A short session ends after some idle time, and within a day's work. */
  session: "long" | "short";
  may: readonly Permission[];
};

/**
 * The roles as rows, as they are until an operator gives or takes an ability (ability.ts). They also determine whether a permission needs a second factor. Staff neither
 * buy nor sell here: they see every lead.
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
  /** A specialist. */
  staff: {
    isStaff: true,
    owesSecondFactor: true,
    session: "short",
    may: [...SIGNED_IN, ...STAFF_READS, ...STAFF_CHANGES],
  },
  /** Runs the desk: who gets which leads, the texts, and the figures as files. */
  manager: {
    isStaff: true,
    owesSecondFactor: true,
    session: "short",
    may: [...SIGNED_IN, ...STAFF_READS, ...MANAGER_READS, ...STAFF_CHANGES, ...MANAGER_CHANGES],
  },
  /**
   * Reads everything that staff and administrators read, opens no sealed answer, and changes
   * nothing.
   */
  auditor: {
    isStaff: true,
    owesSecondFactor: true,
    session: "short",
    may: [...SIGNED_IN, ...STAFF_READS, ...MANAGER_READS, ...ADMIN_READS],
  },
  admin: {
    isStaff: true,
    owesSecondFactor: true,
    session: "short",
    may: [
      ...SIGNED_IN,
      ...STAFF_READS,
      ...MANAGER_READS,
      ...ADMIN_READS,
      ...STAFF_CHANGES,
      ...MANAGER_CHANGES,
      ...ADMIN_CHANGES,
    ],
  },
} as const satisfies Record<Role, RoleRules>;

/** Whether the role buys and sells here; the others are staff. */
export function isMemberRole(role: Role): boolean {
  return !ROLE_RULES[role].isStaff;
}

export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}
