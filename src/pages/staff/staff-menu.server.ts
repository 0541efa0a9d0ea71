import { may } from "#domain/identity/permission.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import type { ReadPermission } from "#values/role.ts";
import type { DeskMenu } from "#pages/session/desk-nav.tsx";
import type { MenuIcon } from "./staff-icons.ts";

/** The numbers of what waits for staff; null if there is nothing. */
export type StaffCounts = Record<"newLeads" | "deadMessages" | "privacyRequests", string | null>;

type Entry = {
  path: () => string;
  icon: MenuIcon;
  text: () => string;
  /** The count that is shown on the link. */
  count?: keyof StaffCounts;
  countText?: () => string;
  /** The permission to read the page. */
  reads: ReadPermission;
};

type Group = {
  /** Absent for what staff open all day. */
  title?: () => string;
  entries: readonly Entry[];
};

/** The pages of the back office. A new page needs a line here, its route, and its file. */
const GROUPS: readonly Group[] = [
  {
    entries: [
      { path: paths.staff, icon: "sunrise", text: m.day_title, reads: "seeLeads" },
      {
        path: paths.leads,
        icon: "inbox",
        text: m.staff_leads_title,
        reads: "seeLeads",
        count: "newLeads",
        countText: m.staff_new_leads,
      },
      { path: paths.newLead, icon: "userRoundPlus", text: m.new_lead_title, reads: "seeLeads" },
      { path: paths.staffContacts, icon: "contact", text: m.contact_title, reads: "seeLeads" },
      { path: paths.staffTasks, icon: "listTodo", text: m.task_title, reads: "seeLeads" },
      { path: paths.staffTemplates, icon: "fileText", text: m.template_title, reads: "seeLeads" },
      { path: paths.staffNotices, icon: "bellRing", text: m.notice_title, reads: "seeLeads" },
    ],
  },
  {
    title: m.staff_nav_market,
    entries: [
      {
        path: paths.staffVerifications,
        icon: "badgeCheck",
        text: m.seller_staff_title,
        reads: "seeModeration",
      },
      { path: paths.listingReports, icon: "flag", text: m.staff_reports, reads: "seeModeration" },
      {
        path: paths.dealerRequests,
        icon: "handshake",
        text: m.dealer_staff_nav,
        reads: "seeLeads",
      },
      { path: paths.staffReviews, icon: "star", text: m.review_staff_title, reads: "seeReviews" },
      {
        path: paths.staffNewsletter,
        icon: "mails",
        text: m.newsletter_title,
        reads: "seeSubscribers",
      },
    ],
  },
  {
    title: m.staff_nav_business,
    entries: [
      { path: paths.staffReports, icon: "chartColumn", text: m.report_title, reads: "seeReports" },
      {
        path: paths.staffMessages,
        icon: "send",
        text: m.staff_messages_title,
        reads: "seeMessages",
        count: "deadMessages",
        countText: m.staff_messages_undelivered,
      },
      {
        path: paths.staffDealerships,
        icon: "store",
        text: m.dealership_title,
        reads: "seeDealerships",
      },
      { path: paths.staffPeople, icon: "users", text: m.people_title, reads: "seePeople" },
      // From there to what each role may do, for those who may read it.
      {
        path: paths.staffAccess,
        icon: "userRoundCheck",
        text: m.access_day_title,
        reads: "seeLeads",
      },
      {
        path: paths.staffAssignment,
        icon: "usersRound",
        text: m.assignment_title,
        reads: "seeTeamRules",
      },
      {
        path: paths.staffOutcomeReasons,
        icon: "listChecks",
        text: m.outcome_reasons_title,
        reads: "seeTeamRules",
      },
      {
        path: paths.staffSettings,
        icon: "slidersHorizontal",
        text: m.setting_title,
        reads: "seeSettings",
      },
      { path: paths.staffSystem, icon: "databaseBackup", text: m.system_title, reads: "seeSystem" },
    ],
  },
  {
    title: m.staff_nav_privacy,
    entries: [
      {
        path: paths.staffRequests,
        icon: "userRoundCheck",
        text: m.privacy_request_title,
        reads: "seePrivacyRequests",
        count: "privacyRequests",
        countText: m.privacy_request_waiting,
      },
      {
        path: paths.staffProcessing,
        icon: "waypoints",
        text: m.processing_title,
        reads: "seeProcessing",
      },
      { path: paths.staffRecords, icon: "scrollText", text: m.records_title, reads: "readAudit" },
      {
        path: paths.staffIncidents,
        icon: "shieldAlert",
        text: m.incident_title,
        reads: "seeIncidents",
      },
    ],
  },
];

export const ENTRIES = GROUPS.flatMap(({ entries }) => entries);

/**
 * The groups of the menu with the pages that somebody may read. Made here, so that the browser need
 * not load the words of all pages with each of them.
 */
export function viewStaffMenu(user: Parameters<typeof may>[0], counts: StaffCounts): DeskMenu {
  const groups = GROUPS.map(({ title, entries }) => ({
    title: title?.() ?? null,
    entries: entries
      .filter(({ reads }) => may(user, reads))
      .map(({ path, icon, text, count, countText }) => ({
        path: path(),
        icon,
        text: text(),
        count: (count && counts[count]) ?? null,
        countText: countText?.() ?? null,
        isFront: path === paths.staff,
      })),
  }));
  return groups.filter(({ entries }) => entries.length > 0);
}
