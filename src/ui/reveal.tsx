import { type ReactNode, useEffect, useRef } from "react";

/** SPEC §9: an element appears once it is 120 px inside the window. Durations are in tokens.css. */
const OFFSET_PX = 120;

type RevealProps = {
  as?: "div" | "section" | "li" | "article" | "figure";
  className?: string;
  children: ReactNode;
};

/**
 * Lets a part of the page rise into place when it is scrolled to. The server sends it visible, and
 * only what lies below the window is hidden for it: nothing flashes, and without script, without
 * IntersectionObserver or with reduced motion everything is simply there.
 */
export function Reveal({ as: Element = "div", className, children }: RevealProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    const target = element.current;
    if (!target || typeof IntersectionObserver === "undefined") return;
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // The observer tells where the element is with the next frame: asking here would lay out the
    // whole page once more for each part of it.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return;
        const waits = target.dataset.reveal === "waiting";
        if (!entry.isIntersecting) {
          const isBelow = entry.boundingClientRect.top > innerHeight - OFFSET_PX;
          if (isBelow && !waits) target.dataset.reveal = "waiting";
          else if (!isBelow && !waits) observer.disconnect();
          return;
        }
        if (waits) target.dataset.reveal = "shown";
        observer.disconnect();
      },
      { rootMargin: `0px 0px -${OFFSET_PX}px` },
    );
    observer.observe(target);
    return () => {
      observer.disconnect();
      delete target.dataset.reveal;
    };
  }, []);
  return (
    <Element
      ref={(node: HTMLElement | null) => {
        element.current = node;
      }}
      className={className}
    >
      {children}
    </Element>
  );
}
