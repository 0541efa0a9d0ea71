import { ChevronLeft, ChevronRight } from "lucide-react";
import { m } from "#messages/messages.js";

/** "1 / 6", and the buttons to both sides; they need script, the row itself does not. */
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
      <span className="chip ink num lp-count with-script">
        {m.listing_gallery_count({ number: current + 1, total: count })}
      </span>
      <button
        type="button"
        className="icon-btn lp-prev with-script"
        aria-label={m.listing_gallery_previous()}
        aria-disabled={current === 0 || undefined}
        onClick={() => onShow(current - 1)}
      >
        <ChevronLeft className="ic" aria-hidden />
      </button>
      <button
        type="button"
        className="icon-btn lp-next with-script"
        aria-label={m.listing_gallery_next()}
        aria-disabled={current === count - 1 || undefined}
        onClick={() => onShow(current + 1)}
      >
        <ChevronRight className="ic" aria-hidden />
      </button>
    </>
  );
}
