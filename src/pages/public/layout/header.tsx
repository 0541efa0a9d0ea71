import { Menu as MenuIcon, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { NavLink, Link } from "#ui/link.tsx";
import { pathWithoutLocale } from "#ui/locale-href.ts";
import { Logo } from "#ui/logo.tsx";
import type { LayoutData } from "./layout.server.ts";
import { AccountLinks, LanguageLink, mainLinks } from "./navigation.tsx";
import { command } from "#ui/command.ts";
import { closeModal } from "#ui/show-modal.ts";

type HeaderProps = { user: LayoutData["user"] };

export function HeaderWithMenu({ user }: HeaderProps) {
  return (
    <>
      <Header user={user} />
      <Menu user={user} />
    </>
  );
}

function Header({ user }: HeaderProps) {
  const isHome = pathWithoutLocale(useLocation().pathname) === paths.home();
  return (
    <header className={isHome ? "site-header site-header--home" : "site-header"}>
      <div className="page-width">
        <Logo />
        <nav className="site-header__links" aria-label={m.layout_main_nav()}>
          {mainLinks().map(({ to, label, end }) => (
            <NavLink key={to} to={to} end={end}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="site-header__account">
          <LanguageLink className="icon-button" isShort />
          <AccountLinks user={user} buttonClass="button button--small button--line" />
        </div>
        <div className="site-header__menu">
          <LanguageLink className="icon-button" isShort />
          <a
            className="icon-button"
            href={`#${MENU_ID}`}
            aria-label={m.layout_menu_open()}
            aria-haspopup="dialog"
            {...command("show-modal")}
          >
            <MenuIcon className="icon size-6" aria-hidden />
          </a>
        </div>
      </div>
    </header>
  );
}

/** The menu's id: the fragment that opens it without a script (`.site-menu:target`). */
const MENU_ID = "menu";

/**
 * The slide-in menu of small screens: three quarters of the width, from the right (SPEC §9).
 * Whether it is open is the page's state, not React's (ui/run-command.ts); React only closes it
 * when another page is shown.
 */
function Menu({ user }: HeaderProps) {
  const { key } = useLocation();
  const menu = useRef<HTMLDialogElement>(null);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (menu.current) closeModal(menu.current);
  }, [key]);
  return (
    <dialog
      id={MENU_ID}
      ref={menu}
      className="site-menu"
      aria-label={m.layout_menu()}
      // It may be open already when React hydrates it.
      suppressHydrationWarning
    >
      <div className="site-menu__head">
        <Logo />
        <a
          className="icon-button"
          href="#main"
          aria-label={m.layout_menu_close()}
          data-first-focus
          {...command("close")}
        >
          <X className="icon" aria-hidden />
        </a>
      </div>
      <nav aria-label={m.layout_menu()}>
        {mainLinks().map(({ to, label, end }) => (
          <NavLink key={to} className="site-menu__link" to={to} end={end} {...command("close")}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="site-menu__end">
        {isOffered("pre_approval") && (
          <Link
            className="button button--block w-full"
            to={paths.preApproval()}
            {...command("close")}
          >
            {m.layout_approved()}
          </Link>
        )}
        <AccountLinks user={user} buttonClass="button button--ghost w-full" />
        <LanguageLink className="button button--ghost w-full" />
      </div>
    </dialog>
  );
}
