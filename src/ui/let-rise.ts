/**
 * An element rises into place when it is scrolled into view. The server sends it visible, and it is
 * hidden only while it is below the window: nothing flashes, and without a script, without
 * IntersectionObserver or with reduced motion everything is just visible.
 */
export function letRise(element: HTMLElement): void {
  if (typeof IntersectionObserver === "undefined") return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  /**
   * SPEC §9: an element appears when it is 120 px inside the window. Durations are in tokens.css.
   */
  const offsetPx = 120;
  // The observer reports the position with the next frame: reading it here would force a layout of
  // the whole page for each element.
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
