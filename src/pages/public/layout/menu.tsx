import { X } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link, NavLink } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";
import { Modal } from "#ui/modal.tsx";
import type { LayoutData } from "./layout.server.ts";
import { AccountLinks, LanguageLink, mainLinks } from "./navigation.tsx";

/** The menu's id: the fragment that opens it where no script runs (`.drawer:target`). */
export const MENU_ID = "menu";

type MenuProps = {
  user: LayoutData["user"];
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
};

/** The slide-in menu of small screens: three quarters of the width, from the right (SPEC §9). */
export function Menu({ user, isOpen, onOpen, onClose }: MenuProps) {
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
      className="drawer"
      open={isOpen}
      onClose={onClose}
      aria-label={m.layout_menu()}
    >
      <div className="top">
        <Logo />
        <a
          className="icon-btn"
          href="#main"
          aria-label={m.layout_menu_close()}
          data-first-focus
          onClick={close}
        >
          <X className="ic" aria-hidden />
        </a>
      </div>
      <nav aria-label={m.layout_menu()}>
        {mainLinks().map(({ to, label, end }) => (
          <NavLink key={to} className="l" to={to} end={end} onClick={onClose}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="end">
        <Link className="btn block" to={paths.preApproval()} onClick={onClose}>
          {m.layout_approved()}
        </Link>
        <AccountLinks user={user} buttonClass="btn ghost block" />
        <LanguageLink className="btn ghost block" />
      </div>
    </Modal>
  );
}
