import { Menu as MenuIcon } from "lucide-react";
import { type MouseEvent, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { NavLink } from "#ui/link.tsx";
import { pathWithoutLocale } from "#ui/locale-href.ts";
import { Logo } from "#ui/logo.tsx";
import type { LayoutData } from "./layout.server.ts";
import { MENU_ID } from "./menu.tsx";
import { AccountLinks, LanguageLink, mainLinks } from "./navigation.tsx";

/** After this much scrolling the header of the home page turns solid (design, §4). */
const SOLID_AFTER_PX = 8;

export function Header({ user, onOpenMenu }: { user: LayoutData["user"]; onOpenMenu: () => void }) {
  const isHome = pathWithoutLocale(useLocation().pathname) === paths.home();
  const isScrolled = useScrolledPast(SOLID_AFTER_PX);
  const look = isHome ? (isScrolled ? "hd home scrolled" : "hd home") : "hd";
  const pressMenu = (event: MouseEvent) => {
    event.preventDefault();
    onOpenMenu();
  };
  return (
    <header className={look}>
      <div className="wrap">
        <Logo />
        <nav className="nav" aria-label={m.layout_main_nav()}>
          {mainLinks().map(({ to, label, end }) => (
            <NavLink key={to} to={to} end={end}>
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="act">
          <LanguageLink className="icon-btn" isShort />
          <AccountLinks user={user} buttonClass="btn sm line" />
        </div>
        <div className="mb">
          <LanguageLink className="icon-btn" isShort />
          <a
            className="icon-btn"
            href={`#${MENU_ID}`}
            aria-label={m.layout_menu_open()}
            aria-haspopup="dialog"
            onClick={pressMenu}
          >
            <MenuIcon className="ic l" aria-hidden />
          </a>
        </div>
      </div>
    </header>
  );
}

function useScrolledPast(limitPx: number): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(scrollY > limitPx);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [limitPx]);
  return isPast;
}
