import { useEffect } from "react";
import { m } from "#messages/messages.js";
import { useToast } from "./toast.tsx";

/**
 * While the browser is offline, a link or a plain form would end in the browser's own error page,
 * and what was typed would be lost. So the page stays, and says why. `onLine` may be wrong when it
 * is true (then there is an error page), never when it is false.
 */
export function OfflineGuard() {
  const show = useToast();
  useEffect(() => {
    const stay = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      show({ message: m.ui_offline(), tone: "bad" });
    };
    const onClick = (event: MouseEvent) => {
      if (!navigator.onLine && leadsAway(event)) stay(event);
    };
    // The router handles its own forms before this; their pages show the result of a post.
    const onSubmit = (event: Event) => {
      if (!navigator.onLine && !event.defaultPrevented) stay(event);
    };
    document.addEventListener("click", onClick, true);
    document.addEventListener("submit", onSubmit);
    return () => {
      document.removeEventListener("click", onClick, true);
      document.removeEventListener("submit", onSubmit);
    };
  }, [show]);
  return null;
}

/** Whether a click makes this window load another page. */
function leadsAway({ target, button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return false;
  if (link.target === "_blank" || !link.protocol.startsWith("http")) return false;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return !(isHere && link.hash !== "");
}
