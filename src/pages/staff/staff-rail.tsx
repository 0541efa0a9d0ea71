import {
  BadgeCheck,
  ExternalLink,
  Flag,
  Handshake,
  Inbox,
  Languages,
  LogOut,
  Menu,
  Users,
} from "lucide-react";
import { Form, useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { paths } from "#site/paths.ts";
import { Link, NavLink } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { Logo } from "#ui/logo.tsx";
import { languageTag } from "#values/locale.ts";
import { initialsOf } from "./leads/person-words.ts";

type RailProps = {
  person: { name: string; email: string };
  /** Administrators also say who may do what. */
  isAdmin: boolean;
  newLeads: string | null;
};

/** What there is in the back office, and who is signed in: beside the page where there is room. */
export function StaffRail({ person, isAdmin, newLeads }: RailProps) {
  return (
    <aside className="rail print:hidden">
      <div className="px-2.5 pt-1.5 pb-5.5">
        <Logo />
      </div>
      <nav className="contents" aria-label={m.staff_nav_label()}>
        <RailEntries isAdmin={isAdmin} newLeads={newLeads} />
      </nav>
      <div className="who">
        <span className="av" aria-hidden>
          {initialsOf({ firstName: person.name, lastName: "" })}
        </span>
        <div className="min-w-0 flex-1">
          <b className="small block truncate">{person.name}</b>
          <span className="xs muted block truncate">{person.email}</span>
        </div>
        <SignOut />
      </div>
    </aside>
  );
}

/** The same on a phone: a bar with a menu that opens without JavaScript. */
export function StaffTopBar({ person, isAdmin, newLeads }: RailProps) {
  return (
    <header className="mtop relative z-10 print:hidden">
      <Logo />
      <details className="group" key={useLocation().key}>
        <summary className="icon-btn list-none" aria-label={m.staff_menu()}>
          <Menu className="ic l" aria-hidden />
        </summary>
        <div className="card absolute top-full right-2 mt-1 grid w-72 gap-1 p-3 shadow-xl">
          <nav className="grid gap-1" aria-label={m.staff_nav_label()}>
            <RailEntries isAdmin={isAdmin} newLeads={newLeads} />
          </nav>
          <div className="row mt-1 border-t border-border px-2 pt-3">
            <div className="min-w-0 flex-1">
              <b className="small block truncate">{person.name}</b>
              <span className="xs muted block truncate">{person.email}</span>
            </div>
            <SignOut />
          </div>
        </div>
      </details>
    </header>
  );
}

const ENTRY =
  "flex min-h-11 items-center gap-3 rounded-md px-3 text-[15px] font-[580] text-muted-foreground no-underline hover:bg-muted aria-[current=page]:bg-[var(--primary-soft)] aria-[current=page]:text-[var(--primary-text)]";

function RailEntries({ isAdmin, newLeads }: Omit<RailProps, "person">) {
  const { pathname, search } = useLocation();
  const other = getLocale() === "en" ? "fr" : "en";
  return (
    <>
      <NavLink className={ENTRY} to={paths.leads()}>
        <Inbox className="ic" aria-hidden />
        <span>{m.staff_leads_title()}</span>
        {newLeads && (
          <b className="num ml-auto rounded-full bg-[var(--red-600)] px-2 py-px text-[13px] text-white">
            {newLeads}
            <span className="sr"> {m.staff_new_leads()}</span>
          </b>
        )}
      </NavLink>
      <NavLink className={ENTRY} to={paths.listingReports()}>
        <Flag className="ic" aria-hidden />
        {m.staff_reports()}
      </NavLink>
      <NavLink className={ENTRY} to={paths.dealerRequests()}>
        <Handshake className="ic" aria-hidden />
        {m.dealer_staff_nav()}
      </NavLink>
      <NavLink className={ENTRY} to={paths.staffVerifications()}>
        <BadgeCheck className="ic" aria-hidden />
        {m.seller_staff_title()}
      </NavLink>
      {isAdmin && (
        <NavLink className={ENTRY} to={paths.staffPeople()}>
          <Users className="ic" aria-hidden />
          {m.people_title()}
        </NavLink>
      )}
      <Link className={ENTRY} to={paths.home()}>
        <ExternalLink className="ic" aria-hidden />
        {m.staff_to_site()}
      </Link>
      {/* Another language is another document: its words are loaded with it. */}
      <a
        className={ENTRY}
        href={hrefIn(pathname + search, other)}
        hrefLang={languageTag[other]}
        lang={languageTag[other]}
      >
        <Languages className="ic" aria-hidden />
        {m.staff_other_language()}
      </a>
    </>
  );
}

function SignOut() {
  return (
    <Form method="post" action={hrefIn(paths.signOut())} reloadDocument>
      <input type="hidden" name="returnTo" value={paths.signIn()} />
      <button className="icon-btn" title={m.staff_sign_out()} aria-label={m.staff_sign_out()}>
        <LogOut className="ic" aria-hidden />
      </button>
    </Form>
  );
}
