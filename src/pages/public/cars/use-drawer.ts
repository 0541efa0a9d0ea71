import { useCallback, useEffect, useRef, useState } from "react";

/**
 * The filters as a drawer on a small screen. Without script the link to its fragment opens it
 * (`:target`); with script it is a modal region: the focus goes in, stays in, and comes back.
 */
export function useDrawer(id: string) {
  const [isOpen, setOpen] = useState(false);
  const drawer = useRef<HTMLElement>(null);
  const opener = useRef<HTMLAnchorElement>(null);

  const open = useCallback(() => setOpen(true), []);
  const close = useCallback(() => {
    setOpen(false);
    opener.current?.focus();
  }, []);

  useEffect(() => {
    // Opened by its fragment before the script was there: go on as a modal, and tidy the address.
    if (location.hash !== `#${id}`) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    // oxlint-disable-next-line react/set-state-in-effect -- only the browser knows the fragment
    open();
  }, [id, open]);

  useEffect(() => {
    if (!isOpen) return;
    drawer.current?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    // A window made wide shows the filters beside the cars: nothing is left to close.
    const wide = matchMedia("(min-width: 1024px)");
    const widened = () => setOpen(false);
    wide.addEventListener("change", widened);
    return () => wide.removeEventListener("change", widened);
  }, [isOpen]);

  return { isOpen, open, close, drawer, opener };
}
