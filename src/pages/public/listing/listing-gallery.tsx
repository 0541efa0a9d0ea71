import { Maximize2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { m } from "#messages/messages.js";
import { Picture } from "#ui/picture.tsx";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { FullScreen } from "./full-screen.tsx";
import { type Slide, slidesOf } from "./slides.ts";
import { StripControls } from "./strip-controls.tsx";
import { useStrip } from "./use-strip.ts";

const LARGE_SIZES = "(min-width: 1280px) 800px, (min-width: 1024px) 60vw, 94vw";
const SMALL_SIZES = "(min-width: 1024px) 150px, 18vw";

/**
 * The pictures: a row that snaps, and small ones that lead to each. Without script the row scrolls,
 * and the small ones are links to their picture's place in it.
 */
export function ListingGallery({ listing }: { listing: ListingDetails }) {
  const slides = slidesOf(listing);
  const label = m.listing_gallery({ car: formatListingTitle(listing) });
  const { current, show, stripProps } = useStrip(slides.length);
  const [fullFrom, setFullFrom] = useState<number | null>(null);
  return (
    <section className="lp-gal" aria-label={label}>
      <div className="lp-big">
        <div {...stripProps} className="lp-strip" tabIndex={0} role="group" aria-label={label}>
          {slides.map(({ key, alt, large }, index) => (
            <div key={key} id={`picture-${index + 1}`} className="lp-slide">
              <Picture source={large} alt={alt} sizes={LARGE_SIZES} priority={index === 0} />
            </div>
          ))}
        </div>
        <StripControls current={current} count={slides.length} onShow={show} />
        <button
          type="button"
          className="icon-btn lp-open with-script"
          aria-label={m.listing_gallery_full()}
          onClick={() => setFullFrom(current)}
        >
          <Maximize2 className="ic" aria-hidden />
        </button>
      </div>
      {slides.length > 1 && <Thumbnails slides={slides} current={current} onShow={show} />}
      <FullScreen
        slides={slides}
        label={label}
        startAt={fullFrom}
        onClose={() => setFullFrom(null)}
      />
    </section>
  );
}

function Thumbnails({
  slides,
  current,
  onShow,
}: {
  slides: readonly Slide[];
  current: number;
  onShow: (index: number) => void;
}) {
  const lead = (event: MouseEvent, index: number) => {
    event.preventDefault();
    onShow(index);
  };
  return (
    <ul className="lp-thumbs">
      {slides.map(({ key, small }, index) => (
        <li key={key}>
          <a
            href={`#picture-${index + 1}`}
            aria-label={m.listing_gallery_show({ number: index + 1, total: slides.length })}
            aria-current={index === current ? "true" : undefined}
            onClick={(event) => lead(event, index)}
          >
            <Picture source={small} alt="" sizes={SMALL_SIZES} />
          </a>
        </li>
      ))}
    </ul>
  );
}
