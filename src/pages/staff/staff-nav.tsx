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
import type { StaffMenu } from "./staff-menu.server.ts";

/** Pictures of the menu; which page has which is in staff-menu.server.ts. */
const ICONS = {
  badgeCheck: BadgeCheck,
  bellRing: BellRing,
  chartColumn: ChartColumn,
  contact: Contact,
  databaseBackup: DatabaseBackup,
  fileText: FileText,
  flag: Flag,
  handshake: Handshake,
  inbox: Inbox,
  listChecks: ListChecks,
  listTodo: ListTodo,
  mails: Mails,
  scrollText: ScrollText,
  send: Send,
  shieldAlert: ShieldAlert,
  slidersHorizontal: SlidersHorizontal,
  star: Star,
  store: Store,
  sunrise: Sunrise,
  userRoundCheck: UserRoundCheck,
  userRoundPlus: UserRoundPlus,
  users: Users,
  usersRound: UsersRound,
  waypoints: Waypoints,
} as const satisfies Record<string, LucideIcon>;
export type MenuIcon = keyof typeof ICONS;

type RailProps = {
  person: { name: string; email: string };
  menu: StaffMenu;
};

/** The navigation of the back office and the signed-in person: beside the page on a wide screen. */
export function StaffRail({ person, menu }: RailProps) {
  return (
    <aside className="staff-rail print:hidden">
      <div className="px-2.5 pt-1.5 pb-5.5">
        <Logo />
      </div>
      <nav className="staff-rail__entries" aria-label={m.staff_nav_label()}>
        <RailEntries menu={menu} />
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
export function StaffTopBar({ person, menu }: RailProps) {
  return (
    <header className="staff-top-bar relative z-10 print:hidden">
      <Logo />
      <details className="group" key={useLocation().key}>
        <summary className="icon-button list-none" aria-label={m.staff_menu()}>
          <Menu className="icon size-6" aria-hidden />
        </summary>
        <div className="card absolute top-full right-2 mt-1 grid w-72 gap-1 p-3 shadow-xl">
          <nav className="grid gap-1" aria-label={m.staff_nav_label()}>
            <RailEntries menu={menu} />
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

function RailEntries({ menu }: Pick<RailProps, "menu">) {
  const { pathname, search } = useLocation();
  const other = getLocale() === "en" ? "fr" : "en";
  return (
    <>
      {menu.map(({ title, entries }) => (
        <Fragment key={entries[0]?.path}>
          {title && <p className="staff-rail__group">{title}</p>}
          {entries.map((entry) => (
            <RailEntry key={entry.path} entry={entry} />
          ))}
        </Fragment>
      ))}
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

function RailEntry({ entry }: { entry: StaffMenu[number]["entries"][number] }) {
  const { path, icon, text, count, countText } = entry;
  const Icon = ICONS[icon];
  // The address of a new lead lies below that of the leads, and has an entry of its own.
  const isNewLead = useLocation().pathname.endsWith(paths.newLead());
  const end = path === paths.staff() || (path === paths.leads() && isNewLead);
  return (
    <NavLink className={ENTRY} to={path} end={end}>
      <Icon className="icon" aria-hidden />
      <span>{text}</span>
      {count && (
        <b className="figures ml-auto rounded-full bg-red px-2 py-px text-fine text-white">
          {count}
          <span className="sr-only"> {countText}</span>
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
