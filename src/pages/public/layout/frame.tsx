import { type ReactNode, useCallback, useState } from "react";
import { m } from "#messages/messages.js";
import { ChatButton } from "./chat-button.tsx";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import type { LayoutData } from "./layout.server.ts";
import { Menu } from "./menu.tsx";

/** What surrounds every page. Without the loader's data (its own failure) the plain parts remain. */
export function Frame({
  layout,
  children,
}: {
  layout: LayoutData | undefined;
  children: ReactNode;
}) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const openMenu = useCallback(() => setMenuOpen(true), []);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const user = layout?.user ?? null;
  return (
    <>
      <a className="skip" href="#main">
        {m.layout_skip()}
      </a>
      <Header user={user} onOpenMenu={openMenu} />
      <Menu user={user} isOpen={isMenuOpen} onOpen={openMenu} onClose={closeMenu} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer layout={layout} />
      {layout && <ChatButton number={layout.chatNumber} />}
    </>
  );
}
