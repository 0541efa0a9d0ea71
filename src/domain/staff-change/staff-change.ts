import type { AuditAction, AuditThingKind } from "#domain/audit/audit.ts";
import { may } from "#domain/identity/permission.ts";
import type { EventName } from "#domain/notification/events/events.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { listKeys } from "#values/record.ts";
import type { Permission } from "#values/role.ts";

// The only definition of what staff may change of what belongs to somebody else, and what each
// change requires. A new command of theirs needs a row here, or its name in
// `COMMANDS_WITHOUT_NOTICE` with the reason; staff-change.test.ts reads the staff pages and fails
// for a command that has neither.

type StaffChange = {
  permission: Permission;
  /** What the audit record is about. */
  thing: AuditThingKind;
  /** The functions that make it. */
  commands: readonly string[];
  /** The e-mail to its owner. Most changes use the same one, with the values before and after. */
  mails: readonly EventName[];
  /** Staff must give a reason, and the owner reads it. */
  needsReason?: true;
  /** It needs a fresh proof of the second factor: a session that was left open is not enough. */
  needsFreshFactor?: true;
};

const NOTIFIED_EVENTS = ["staff_change"] as const;

/** Each change, by its action in the audit log. */
export const STAFF_CHANGES = {
  listing_edited: {
    permission: "editAnyListing",
    thing: "listing",
    commands: ["updateListing", "decideDeclaredChange"],
    mails: NOTIFIED_EVENTS,
  },
  listing_price_changed: {
    permission: "changeAnyPrice",
    thing: "listing",
    commands: ["changePrice", "updateListing"],
    mails: NOTIFIED_EVENTS,
    needsReason: true,
    needsFreshFactor: true,
  },
  listing_photos_changed: {
    permission: "changeAnyPhotos",
    thing: "listing",
    commands: ["addPhoto", "orderPhotos", "removePhoto", "restorePhoto", "describePhoto"],
    mails: NOTIFIED_EVENTS,
  },
  listing_moved: {
    permission: "moveAnyListing",
    thing: "listing",
    commands: ["moveListing"],
    mails: NOTIFIED_EVENTS,
  },
  listing_reviewed: {
    permission: "approveListings",
    thing: "listing",
    commands: ["moveListing"],
    mails: ["listing_approved", "listing_sent_back"],
  },
  /** A bid that a listing's move by staff closes or reopens. */
  bid_moved: {
    permission: "closeAnyBid",
    thing: "bid",
    commands: ["moveListing", "answerBid"],
    mails: ["bid_declined", "bid_passed_over", "bid_reopened", "bid_bought", "staff_change"],
  },
  request_moved: {
    permission: "moveRequests",
    thing: "lead",
    commands: ["updateLead", "setOutcome"],
    mails: NOTIFIED_EVENTS,
  },
  review_decided: {
    permission: "decideReviews",
    thing: "review",
    commands: ["decideReview"],
    mails: NOTIFIED_EVENTS,
  },
  review_replied: {
    permission: "replyToReviews",
    thing: "review",
    commands: ["replyToReview"],
    mails: NOTIFIED_EVENTS,
  },
  seller_verification_decided: {
    permission: "verifySeller",
    thing: "account",
    commands: ["decideVerification"],
    mails: ["seller_verified", "seller_not_verified"],
  },
  role_given: {
    permission: "changeRoles",
    thing: "account",
    commands: ["changeRole", "giveRole"],
    mails: NOTIFIED_EVENTS,
    needsFreshFactor: true,
  },
  first_factor_link_given: {
    permission: "giveEnrolmentLinks",
    thing: "account",
    commands: ["giveEnrolmentLink"],
    mails: NOTIFIED_EVENTS,
    needsFreshFactor: true,
  },
  sessions_ended: {
    permission: "endAnySessions",
    thing: "account",
    commands: ["endSessionsByStaff", "endEverybodysSessions"],
    mails: NOTIFIED_EVENTS,
    needsReason: true,
    needsFreshFactor: true,
  },
  dealership_changed: {
    permission: "changeDealerships",
    thing: "dealership",
    commands: ["saveDealership"],
    mails: NOTIFIED_EVENTS,
    needsFreshFactor: true,
  },
  dealership_paused: {
    permission: "changeDealerships",
    thing: "dealership",
    commands: ["setDealershipActive"],
    mails: NOTIFIED_EVENTS,
    needsFreshFactor: true,
  },
  dealership_resumed: {
    permission: "changeDealerships",
    thing: "dealership",
    commands: ["setDealershipActive"],
    mails: NOTIFIED_EVENTS,
    needsFreshFactor: true,
  },
  subscriber_unsubscribed: {
    permission: "endSubscriptions",
    thing: "subscription",
    commands: ["unsubscribeByStaff"],
    mails: NOTIFIED_EVENTS,
  },
  report_settled: {
    permission: "settleReports",
    thing: "report",
    commands: ["settleListingReport", "settleInquiryReport", "settleObjection"],
    mails: NOTIFIED_EVENTS,
  },
} as const satisfies Partial<Record<AuditAction, StaffChange>>;

export type StaffChangeKind = keyof typeof STAFF_CHANGES;

/** Typed as a non-empty list, as the codes of a column require. */
export const STAFF_CHANGE_KINDS = listKeys(STAFF_CHANGES) as [
  StaffChangeKind,
  ...StaffChangeKind[],
];

/** What else staff pages do, and why no owner is notified of it. */
export const COMMANDS_WITHOUT_NOTICE = {
  requestDocuments: "asks the person of a lead, by a mail of its own; nothing of theirs changes",
  askForReview: "asks the person of a lead, by a mail of its own; nothing of theirs changes",
  savePreference: "chooses how one is told oneself",
  addPushBrowser: "says in which browser one is told oneself",
  forgetPushBrowsers: "says in which browser one is no longer told oneself",
  notifyNow: "sends a test to one's own browsers",
  undoCall: "takes back a note of one's team; nothing of its lead's sender changes",
  setOnCall: "says which colleague is told at night; nothing of anybody else's changes",
  sendAgain: "sends a message that was owed already",
  revealSealedAnswer: "reads, on record with a reason; the owner sees who read",
  giveSealedView: "lets the lead's own dealership read, on record with a reason",
  openDocument: "reads, on record; the owner sees who read",
  receivePrivacyRequest: "takes in what a person asked; nothing of theirs changes",
  withdrawForPerson: "at the person's own word; mails of its own and the letter tell them",
  correctForPerson: "at the person's own word; a mail of its own and the letter tell them",
  eraseForPerson: "at the person's own word; mails of its own and the letter tell them",
  settlePrivacyRequest: "answers the person, by a mail and a letter of its own",
  passOn: "gives the dealership what its sender agreed to; a mail of its own tells them",
  saveOutcomeReason: "changes what staff choose from; nothing of anybody's changes",
  offerOutcomeReason: "changes what staff choose from; nothing of anybody's changes",
  addLeadByHand: "stores what a person asked for by phone or in person",
  saveTemplate: "changes texts that staff may send; nothing of anybody's changes",
  offerTemplate: "changes which texts staff may send; nothing of anybody's changes",
  writeToSender: "writes to the person of a lead; nothing of theirs changes",
  joinEmail: "says which request a mail of its sender belongs to; nothing of theirs changes",
  deleteUnmatched: "deletes a mail that belongs to no request, such as advertising",
  mergeContacts: "says which requests one person sent; nothing of theirs changes",
  separateContacts: "says which requests one person sent; nothing of theirs changes",
  keepContactsApart: "says that two senders are two people; nothing of theirs changes",
  addTask: "notes what a colleague has to do; nothing of its lead's sender changes",
  setTaskDone: "notes that a task is done; nothing of its lead's sender changes",
  changeTask: "notes what a colleague has to do; nothing of its lead's sender changes",
  deleteTask: "notes that nobody has to do it; nothing of its lead's sender changes",
  putTaskBack: "notes that a task is to be done after all; nothing of its lead's sender changes",
  renewFeed: "changes the address of one's own calendar",
  assignLead: "says which colleague works on a lead; nothing of its sender's changes",
  setAssignmentMethod: "says how new leads are given out; nothing of anybody's changes",
  saveAssignee: "says which new leads a colleague gets; nothing of anybody's changes",
  matchDealership: "only looks up where a lead would go, for the check-list",
  markStep: "notes that a step of the check-list worked",
  identifyAsker: "only says who asks for a code",
  mailCode: "sends a code to the administrator who asks for it",
  sendCode: "sends a code to a number that the administrator typed, within the limits of all codes",
  verifyCode: "compares the administrator's own code",
  storeLogo: "stores a picture of the site itself; nothing of anybody's changes",
  draftSettings: "keeps what the site may do later; nothing of anybody's changes",
  publishSettingDrafts: "changes what the site does from now on; nothing of anybody's changes",
  discardSettingDrafts: "changes nothing of the site, and nothing of anybody's",
  writeCookie: "lets one's own browser see what is drafted; nothing is stored",
  changeSettings: "changes what the site does from now on; nothing of anybody's changes",
  supposeSettings: "counts what other settings would do; nothing is changed",
  undoSettingChange: "changes what the site does from now on; nothing of anybody's changes",
  followInbox: "reads what happens to leads, as the inbox shows it; nothing of anybody's changes",
  peekSession: "reads whether one is still signed in; nothing of anybody's changes",
  saveInboxView: "keeps filters of the inbox under a name; nothing of anybody's changes",
  deleteInboxView: "removes filters of the inbox that one saved; nothing of anybody's changes",
  askForAccess: "asks a colleague for an ability; nothing of anybody's changes",
  decideAccess: "says what a colleague may do for a day; a mail of its own tells them",
  endAccess: "ends what a colleague may do for a day; nothing of anybody's changes",
  setRoleAbilities: "says what a role may do from now on; nothing of anybody's changes",
  saveIncident: "writes in the register of incidents, which names nobody",
  askForBackup: "backs the whole site up; nothing of anybody's changes",
} as const satisfies Record<string, string>;

/** A staff member with what their session has proved. */
export type StaffMember = Pick<
  SignedInUser,
  "id" | "role" | "abilities" | "grants" | "lacksSecondFactor" | "lacksFreshFactor"
>;

const REFUSALS = ["not_permitted", "reason_needed", "fresh_factor_needed"] as const;
export type StaffChangeRefusal = (typeof REFUSALS)[number];

export function isStaffChangeRefusal(code: string): code is StaffChangeRefusal {
  return REFUSALS.some((each) => each === code);
}

/** A row typed with all optional fields, for callers that look it up by name. */
export function findStaffChange(kind: StaffChangeKind): StaffChange {
  return STAFF_CHANGES[kind];
}

/**
 * Why the change is not allowed; null if it is. The operator of the site's commands may make all
 * changes.
 */
export function findStaffChangeRefusal(
  kind: StaffChangeKind,
  by: StaffMember | "operator",
  reason: string,
): StaffChangeRefusal | null {
  if (by === "operator") return null;
  const { permission, needsReason, needsFreshFactor } = findStaffChange(kind);
  if (!may(by, permission)) return "not_permitted";
  if (needsReason && reason.trim() === "") return "reason_needed";
  return needsFreshFactor && by.lacksFreshFactor ? "fresh_factor_needed" : null;
}
