import { X } from "lucide-react";
import { m } from "#messages/messages.js";
import { Modal } from "#ui/modal.tsx";
import { Picture } from "#ui/picture.tsx";
import type { Slide } from "./slides.ts";
import { StripControls } from "./strip-controls.tsx";
import { useStrip } from "./use-strip.ts";

type FullScreenProps = {
  slides: readonly Slide[];
  /** What the row is called. */
  label: string;
  /** The picture to begin with; null while it is closed. */
  startAt: number | null;
  onClose: () => void;
};

/** The same row over the whole window. */
export function FullScreen({ startAt, ...given }: FullScreenProps) {
  return (
    <Modal
      open={startAt !== null}
      onClose={given.onClose}
      className="lp-full"
      aria-label={given.label}
    >
      {startAt !== null && <OpenStrip {...given} startAt={startAt} />}
    </Modal>
  );
}

function OpenStrip({ slides, label, startAt, onClose }: FullScreenProps & { startAt: number }) {
  const { current, show, stripProps } = useStrip(slides.length, startAt);
  return (
    <>
      <div
        {...stripProps}
        className="lp-strip"
        tabIndex={0}
        role="group"
        aria-label={label}
        data-dialog-title
      >
        {slides.map(({ key, alt, small, full }, index) => (
          // The small picture, which is there already, until the large one is.
          <div key={key} className="lp-slide" style={{ backgroundImage: `url("${small.src}")` }}>
            <Picture
              source={full}
              alt={alt}
              sizes="100vw"
              priority={Math.abs(index - current) <= 1}
            />
          </div>
        ))}
      </div>
      <StripControls current={current} count={slides.length} onShow={show} />
      <button
        type="button"
        className="icon-btn lp-close"
        aria-label={m.listing_gallery_close()}
        onClick={onClose}
      >
        <X className="ic" aria-hidden />
      </button>
    </>
  );
}
