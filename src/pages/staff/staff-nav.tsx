import {
  BadgeCheck,
  BellRing,
  ChartColumn,
  Contact,
  DatabaseBackup,
  ExternalLink,
  FileText,
  Flag,
  Handshake,
  Inbox,
  Languages,
  ListChecks,
  ListTodo,
  type LucideIcon,
  LogOut,
  Mails,
  Menu,
  ScrollText,
  Send,
  SlidersHorizontal,
  ShieldAlert,
  Star,
  Store,
  Sunrise,
  UserRoundCheck,
  UserRoundPlus,
  Users,
  UsersRound,
  Waypoints,
} from "lucide-react";
import { Fragment } from "react";
import { Form, useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link, NavLink } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { Logo } from "#ui/logo.tsx";
import { languageTag } from "#values/locale.ts";
import { initials } from "#values/person-name.ts";
import type { ReadPermission } from "#values/role.ts";

/** The numbers of what waits for staff; null if there is nothing. */
type StaffCounts = Record<"newLeads" | "deadMessages" | "privacyRequests", string | null>;

type Entry = {
  path: () => string;
  Icon: LucideIcon;
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
      { path: paths.staff, Icon: Sunrise, text: m.day_title, reads: "seeLeads" },
      {
        path: paths.leads,
        Icon: Inbox,
        text: m.staff_leads_title,
        reads: "seeLeads",
        count: "newLeads",
        countText: m.staff_new_leads,
      },
      { path: paths.newLead, Icon: UserRoundPlus, text: m.new_lead_title, reads: "seeLeads" },
      { path: paths.staffContacts, Icon: Contact, text: m.contact_title, reads: "seeLeads" },
      { path: paths.staffTasks, Icon: ListTodo, text: m.task_title, reads: "seeLeads" },
      { path: paths.staffTemplates, Icon: FileText, text: m.template_title, reads: "seeLeads" },
      { path: paths.staffNotices, Icon: BellRing, text: m.notice_title, reads: "seeLeads" },
    ],
  },
  {
    title: m.staff_nav_market,
    entries: [
      {
        path: paths.staffVerifications,
        Icon: BadgeCheck,
        text: m.seller_staff_title,
        reads: "seeModeration",
      },
      { path: paths.listingReports, Icon: Flag, text: m.staff_reports, reads: "seeModeration" },
      { path: paths.dealerRequests, Icon: Handshake, text: m.dealer_staff_nav, reads: "seeLeads" },
      { path: paths.staffReviews, Icon: Star, text: m.review_staff_title, reads: "seeReviews" },
      {
        path: paths.staffNewsletter,
        Icon: Mails,
        text: m.newsletter_title,
        reads: "seeSubscribers",
      },
    ],
  },
  {
    title: m.staff_nav_business,
    entries: [
      { path: paths.staffReports, Icon: ChartColumn, text: m.report_title, reads: "seeReports" },
      {
        path: paths.staffMessages,
        Icon: Send,
        text: m.staff_messages_title,
        reads: "seeMessages",
        count: "deadMessages",
        countText: m.staff_messages_undelivered,
      },
      {
        path: paths.staffDealerships,
        Icon: Store,
        text: m.dealership_title,
        reads: "seeDealerships",
      },
      { path: paths.staffPeople, Icon: Users, text: m.people_title, reads: "seePeople" },
      // From there to what each role may do, for those who may read it.
      {
        path: paths.staffAccess,
        Icon: UserRoundCheck,
        text: m.access_day_title,
        reads: "seeLeads",
      },
      {
        path: paths.staffAssignment,
        Icon: UsersRound,
        text: m.assignment_title,
        reads: "seeTeamRules",
      },
      {
        path: paths.staffOutcomeReasons,
        Icon: ListChecks,
        text: m.outcome_reasons_title,
        reads: "seeTeamRules",
      },
      {
        path: paths.staffSettings,
        Icon: SlidersHorizontal,
        text: m.setting_title,
        reads: "seeSettings",
      },
      { path: paths.staffSystem, Icon: DatabaseBackup, text: m.system_title, reads: "seeSystem" },
    ],
  },
  {
    title: m.staff_nav_privacy,
    entries: [
      {
        path: paths.staffRequests,
        Icon: UserRoundCheck,
        text: m.privacy_request_title,
        reads: "seePrivacyRequests",
        count: "privacyRequests",
        countText: m.privacy_request_waiting,
      },
      {
        path: paths.staffProcessing,
        Icon: Waypoints,
        text: m.processing_title,
        reads: "seeProcessing",
      },
      { path: paths.staffRecords, Icon: ScrollText, text: m.records_title, reads: "readAudit" },
      {
        path: paths.staffIncidents,
        Icon: ShieldAlert,
        text: m.incident_title,
        reads: "seeIncidents",
      },
    ],
  },
];

export const ENTRIES = GROUPS.flatMap(({ entries }) => entries);

type RailProps = {
  person: { name: string; email: string };
  /** The person's permissions. */
  reads: readonly ReadPermission[];
  counts: StaffCounts;
};

/** The navigation of the back office and the signed-in person: beside the page on a wide screen. */
export function StaffRail({ person, reads, counts }: RailProps) {
  return (
    <aside className="staff-rail print:hidden">
      <div className="px-2.5 pt-1.5 pb-5.5">
        <Logo />
      </div>
      <nav className="staff-rail__entries" aria-label={m.staff_nav_label()}>
        <RailEntries reads={reads} counts={counts} />
      </nav>
      <div className="staff-rail__person">
        <span className="staff-avatar" aria-hidden>
          {initials(person.name)}
        </span>
        <div className="min-w-0 flex-1">
          <b className="small block truncate">{person.name}</b>
          <span className="fine-print muted block truncate">{person.email}</span>
        </div>
        <SignOut />
      </div>
    </aside>
  );
}

/** The same on a phone: a bar with a menu that opens without JavaScript. */
export function StaffTopBar({ person, reads, counts }: RailProps) {
  return (
    <header className="staff-top-bar relative z-10 print:hidden">
      <Logo />
      <details className="group" key={useLocation().key}>
        <summary className="icon-button list-none" aria-label={m.staff_menu()}>
          <Menu className="icon size-6" aria-hidden />
        </summary>
        <div className="card absolute top-full right-2 mt-1 grid w-72 gap-1 p-3 shadow-xl">
          <nav className="grid gap-1" aria-label={m.staff_nav_label()}>
            <RailEntries reads={reads} counts={counts} />
          </nav>
          <div className="flex items-center gap-3 mt-1 border-t border-border px-2 pt-3">
            <div className="min-w-0 flex-1">
              <b className="small block truncate">{person.name}</b>
              <span className="fine-print muted block truncate">{person.email}</span>
            </div>
            <SignOut />
          </div>
        </div>
      </details>
    </header>
  );
}

const ENTRY =
  "flex min-h-11 items-center gap-3 rounded-md px-3 text-label font-[580] text-muted-foreground no-underline hover:bg-muted aria-[current=page]:bg-primary-soft aria-[current=page]:text-primary-text";

function RailEntries({ reads, counts }: Omit<RailProps, "person">) {
  const { pathname, search } = useLocation();
  const other = getLocale() === "en" ? "fr" : "en";
  return (
    <>
      {GROUPS.map(({ title, entries }) => {
        const shown = entries.filter((entry) => reads.includes(entry.reads));
        return (
          shown.length > 0 && (
            <Fragment key={entries[0]?.path()}>
              {title && <p className="staff-rail__group">{title()}</p>}
              {shown.map((entry) => (
                <RailEntry key={entry.path()} entry={entry} counts={counts} />
              ))}
            </Fragment>
          )
        );
      })}
      <Link className={ENTRY} to={paths.home()}>
        <ExternalLink className="icon" aria-hidden />
        {m.staff_to_site()}
      </Link>
      {/* Another language needs a new document: the texts are loaded with it. */}
      <a
        className={ENTRY}
        href={hrefIn(pathname + search, other)}
        hrefLang={languageTag[other]}
        lang={languageTag[other]}
      >
        <Languages className="icon" aria-hidden />
        {m.staff_other_language()}
      </a>
    </>
  );
}

function RailEntry({ entry, counts }: { entry: Entry; counts: StaffCounts }) {
  const { path, Icon, text, count, countText } = entry;
  // The address of a new lead lies below that of the leads, and has an entry of its own.
  const isNewLead = useLocation().pathname.endsWith(paths.newLead());
  const end = path === paths.staff || (path === paths.leads && isNewLead);
  return (
    <NavLink className={ENTRY} to={path()} end={end}>
      <Icon className="icon" aria-hidden />
      <span>{text()}</span>
      {count && counts[count] && (
        <b className="figures ml-auto rounded-full bg-red px-2 py-px text-fine text-white">
          {counts[count]}
          <span className="sr-only"> {countText?.()}</span>
        </b>
      )}
    </NavLink>
  );
}

function SignOut() {
  return (
    <Form method="post" action={hrefIn(paths.signOut())} reloadDocument>
      <input type="hidden" name="returnTo" value={paths.signIn()} />
      <button className="icon-button" title={m.staff_sign_out()} aria-label={m.staff_sign_out()}>
        <LogOut className="icon" aria-hidden />
      </button>
    </Form>
  );
}
