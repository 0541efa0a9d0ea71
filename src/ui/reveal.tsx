import { type ReactNode, useEffect, useRef } from "react";

type RevealProps = {
  as?: "div" | "section" | "li" | "article" | "figure";
  className?: string;
  children: ReactNode;
};

/**
 * A part of the page that rises into place when it is scrolled to. In a document the starting script
 * sees to it (page-scripts.server.ts), since the page may never need its modules.
 */
export function Reveal({ as: Element = "div", className, children }: RevealProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (element.current?.dataset.reveal === "") letRise(element.current);
  }, []);
  return (
    <Element
      ref={(node: HTMLElement | null) => {
        element.current = node;
      }}
      className={className}
      data-reveal=""
    >
      {children}
    </Element>
  );
}

/**
 * The server sends the element visible, and it is hidden only while it lies below the window: nothing
 * flashes, and without script, without IntersectionObserver or with reduced motion everything is simply
 * there. Also runs from its source: it may use nothing from outside itself.
 */
export function letRise(element: HTMLElement): void {
  if (typeof IntersectionObserver === "undefined") return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  /** SPEC §9: an element appears once it is 120 px inside the window. Durations are in tokens.css. */
  const offsetPx = 120;
  // The observer tells where the element is with the next frame: asking here would lay out the whole
  // page once more for each part of it.
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry) return;
      const waits = element.dataset.reveal === "waiting";
      if (!entry.isIntersecting) {
        const isBelow = entry.boundingClientRect.top > innerHeight - offsetPx;
        if (isBelow && !waits) element.dataset.reveal = "waiting";
        else if (!isBelow && !waits) observer.disconnect();
        return;
      }
      if (waits) element.dataset.reveal = "shown";
      observer.disconnect();
    },
    { rootMargin: `0px 0px -${offsetPx}px` },
  );
  observer.observe(element);
}
