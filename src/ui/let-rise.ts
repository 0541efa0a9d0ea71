/**
 * An element rises into place when it is scrolled to. The server sends it visible, and it is hidden only
 * while it lies below the window: nothing flashes, and without script, without IntersectionObserver or
 * with reduced motion everything is simply there.
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
