import { Menu as MenuIcon, X } from "lucide-react";
import { type MouseEvent, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { NavLink, Link } from "#ui/link.tsx";
import { pathWithoutLocale } from "#ui/locale-href.ts";
import { Logo } from "#ui/logo.tsx";
import type { LayoutData } from "./layout.server.ts";
import { AccountLinks, LanguageLink, mainLinks } from "./navigation.tsx";
import { Modal } from "#ui/modal.tsx";
import { NEEDS_SCRIPT } from "#ui/script-on-demand.ts";

/** The menu's state stands here: the page around it is not drawn anew for a menu. */
export function HeaderWithMenu({ user }: { user: LayoutData["user"] }) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Header user={user} onOpenMenu={open} />
      <Menu user={user} isOpen={isOpen} onOpen={open} onClose={close} />
    </>
  );
}

function Header({ user, onOpenMenu }: { user: LayoutData["user"]; onOpenMenu: () => void }) {
  const isHome = pathWithoutLocale(useLocation().pathname) === paths.home();
  const pressMenu = (event: MouseEvent) => {
    event.preventDefault();
    onOpenMenu();
  };
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
            {...NEEDS_SCRIPT}
            onClick={pressMenu}
          >
            <MenuIcon className="icon size-6" aria-hidden />
          </a>
        </div>
      </div>
    </header>
  );
}

/** The menu's id: the fragment that opens it where no script runs (`.site-menu:target`). */
const MENU_ID = "menu";

type MenuProps = {
  user: LayoutData["user"];
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/** The slide-in menu of small screens: three quarters of the width, from the right (SPEC §9). */
function Menu({ user, isOpen, onOpen, onClose }: MenuProps) {
  const { key } = useLocation();
  useEffect(onClose, [key, onClose]);
  useEffect(() => {
    // Opened by its fragment before the script was there: go on as a modal, and tidy the address.
    if (location.hash !== `#${MENU_ID}`) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    onOpen();
  }, [onOpen]);
  const close = (event: React.MouseEvent) => {
    if (!isOpen) return;
    event.preventDefault();
    onClose();
  };
  return (
    <Modal
      id={MENU_ID}
      className="site-menu"
      open={isOpen}
      onClose={onClose}
      aria-label={m.layout_menu()}
    >
      <div className="site-menu__head">
        <Logo />
        <a
          className="icon-button"
          href="#main"
          aria-label={m.layout_menu_close()}
          data-first-focus
          onClick={close}
        >
          <X className="icon" aria-hidden />
        </a>
      </div>
      <nav aria-label={m.layout_menu()}>
        {mainLinks().map(({ to, label, end }) => (
          <NavLink key={to} className="site-menu__link" to={to} end={end} onClick={onClose}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="site-menu__end">
        <Link className="button w-full" to={paths.preApproval()} onClick={onClose}>
          {m.layout_approved()}
        </Link>
        <AccountLinks user={user} buttonClass="button button--ghost w-full" />
        <LanguageLink className="button button--ghost w-full" />
      </div>
    </Modal>
  );
}
