import { ChevronLeft, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { m } from "#messages/messages.js";

/**
 * A row of pictures with scroll snap: touch and trackpads scroll it natively; this adds the arrow
 * keys, buttons and the current picture.
 */
export function useStrip(count: number, startAt = 0) {
  const strip = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(startAt);

  useEffect(() => {
    const element = strip.current;
    if (element && startAt > 0) {
      element.scrollTo({ left: startAt * element.clientWidth, behavior: "instant" });
    }
  }, [startAt]);

  const follow = useCallback(() => {
    const element = strip.current;
    if (!element || element.clientWidth === 0) return;
    setCurrent(Math.round(element.scrollLeft / element.clientWidth));
  }, []);

  const show = useCallback(
    (index: number) => {
      const element = strip.current;
      const wanted = Math.min(count - 1, Math.max(0, index));
      element?.scrollTo({ left: wanted * element.clientWidth });
      setCurrent(wanted);
    },
    [count],
  );

  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: current - 1,
      ArrowRight: current + 1,
      Home: 0,
      End: count - 1,
    };
    const wanted = moves[event.key];
    if (wanted === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(wanted);
  };

  return { strip, current, show, stripProps: { ref: strip, onScroll: follow, onKeyDown: press } };
}

/**
 * "1 / 6", announced to screen readers, and the two buttons; they need script, the row itself does
 * not.
 */
export function StripControls({
  current,
  count,
  onShow,
}: {
  current: number;
  count: number;
  onShow: (index: number) => void;
}) {
  return (
    <>
      <span className="chip chip--ink figures picture-strip__count with-script" aria-hidden>
        {m.listing_gallery_count({ number: current + 1, total: count })}
      </span>
      <span className="sr-only" role="status">
        {m.listing_gallery_at({ number: current + 1, total: count })}
      </span>
      <button
        type="button"
        className="icon-button picture-strip__previous with-script"
        aria-label={m.listing_gallery_previous()}
        aria-disabled={current === 0 || undefined}
        onClick={() => onShow(current - 1)}
      >
        <ChevronLeft className="icon" aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button picture-strip__next with-script"
        aria-label={m.listing_gallery_next()}
        aria-disabled={current === count - 1 || undefined}
        onClick={() => onShow(current + 1)}
      >
        <ChevronRight className="icon" aria-hidden />
      </button>
    </>
  );
}
