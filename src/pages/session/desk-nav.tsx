import { ExternalLink, Languages, LogOut, type LucideIcon, Menu } from "lucide-react";
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

/** The groups of a menu; their words are made on the server. */
export type DeskMenu = readonly {
  /** Null for what people open all day. */
  title: string | null;
  entries: readonly {
    path: string;
    /** A key of `icons`. */
    icon: string;
    text: string;
    /** What waits there, with the words that say of what. */
    count: string | null;
    countText: string | null;
    /** The first page, below whose address all others lie. */
    isFront: boolean;
  }[];
}[];

type DeskNavProps = {
  person: { name: string; email: string };
  /** What a screen reader calls the navigation. */
  label: string;
  menu: DeskMenu;
  icons: Readonly<Record<string, LucideIcon>>;
};

/** The navigation of a desk and the signed-in person: beside the page on a wide screen. */
export function DeskRail({ person, label, menu, icons }: DeskNavProps) {
  return (
    <aside className="desk-rail print:hidden">
      <div className="px-2.5 pt-1.5 pb-5.5">
        <Logo />
      </div>
      <nav className="desk-rail__entries" aria-label={label}>
        <RailEntries menu={menu} icons={icons} />
      </nav>
      <div className="desk-rail__person">
        <span className="desk-avatar" aria-hidden>
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
export function DeskTopBar({ person, label, menu, icons }: DeskNavProps) {
  return (
    <header className="desk-top-bar relative z-10 print:hidden">
      <Logo />
      <details className="group" key={useLocation().key}>
        <summary className="icon-button list-none" aria-label={m.staff_menu()}>
          <Menu className="icon size-6" aria-hidden />
        </summary>
        <div className="card absolute top-full right-2 mt-1 grid w-72 gap-1 p-3 shadow-xl">
          <nav className="grid gap-1" aria-label={label}>
            <RailEntries menu={menu} icons={icons} />
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

function RailEntries({ menu, icons }: Pick<DeskNavProps, "menu" | "icons">) {
  const { pathname, search } = useLocation();
  const other = getLocale() === "en" ? "fr" : "en";
  return (
    <>
      {menu.map(({ title, entries }) => (
        <Fragment key={entries[0]?.path}>
          {title && <p className="desk-rail__group">{title}</p>}
          {entries.map((entry) => (
            <RailEntry
              key={entry.path}
              entry={entry}
              paths={menu.flatMap((group) => group.entries.map(({ path }) => path))}
              Icon={icons[entry.icon]}
            />
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

function RailEntry({
  entry: { path, text, count, countText, isFront },
  paths: all,
  Icon,
}: {
  entry: DeskMenu[number]["entries"][number];
  /** Of every entry: one below this one's address is current instead of it. */
  paths: readonly string[];
  Icon: LucideIcon | undefined;
}) {
  const { pathname } = useLocation();
  const hasEntryBelow = all.some(
    (other) => other.startsWith(`${path}/`) && pathname.includes(other),
  );
  return (
    <NavLink className={ENTRY} to={path} end={isFront || hasEntryBelow}>
      {Icon && <Icon className="icon" aria-hidden />}
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
