import { Maximize2 } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { m } from "#messages/messages.js";
import { GALLERY } from "#illustration/options.ts";
import type { ListingCardFacts } from "../listing-card-facts.ts";
import { ListingPicture } from "../listing-picture.tsx";
import { listingTitle } from "../listing.ts";
import { FullScreen } from "./full-screen.tsx";
import { StripControls } from "./strip-controls.tsx";
import { useStrip } from "./use-strip.ts";

const LARGE_SIZES = "(min-width: 1280px) 800px, (min-width: 1024px) 60vw, 94vw";
const SMALL_SIZES = "(min-width: 1024px) 150px, 18vw";

/**
 * The six pictures: a row that snaps, and small ones that lead to each. Without script the row
 * scrolls, and the small ones are links to their picture's place in it.
 */
export function ListingGallery({ listing }: { listing: ListingCardFacts }) {
  const { current, show, stripProps } = useStrip(GALLERY.length);
  const [fullFrom, setFullFrom] = useState<number | null>(null);
  const total = GALLERY.length;
  const lead = (event: MouseEvent, index: number) => {
    event.preventDefault();
    show(index);
  };
  return (
    <section className="lp-gal" aria-label={m.listing_gallery({ car: listingTitle(listing) })}>
      <div className="lp-big">
        <div
          {...stripProps}
          className="lp-strip"
          tabIndex={0}
          role="group"
          aria-label={m.listing_gallery({ car: listingTitle(listing) })}
        >
          {GALLERY.map((view, index) => (
            <div key={view} id={`picture-${index + 1}`} className="lp-slide">
              <ListingPicture
                listing={listing}
                view={view}
                sizes={LARGE_SIZES}
                widthsPx={[480, 720, 960, 1500]}
                priority={index === 0}
                namesView
              />
            </div>
          ))}
        </div>
        <StripControls current={current} count={total} onShow={show} />
        <button
          type="button"
          className="icon-btn lp-open with-script"
          aria-label={m.listing_gallery_full()}
          onClick={() => setFullFrom(current)}
        >
          <Maximize2 className="ic" aria-hidden />
        </button>
      </div>
      <ul className="lp-thumbs">
        {GALLERY.map((view, index) => (
          <li key={view}>
            <a
              href={`#picture-${index + 1}`}
              aria-label={m.listing_gallery_show({ number: index + 1, total })}
              aria-current={index === current ? "true" : undefined}
              onClick={(event) => lead(event, index)}
            >
              <ListingPicture
                listing={listing}
                view={view}
                sizes={SMALL_SIZES}
                widthsPx={[300, 480]}
                isDecorative
              />
            </a>
          </li>
        ))}
      </ul>
      <FullScreen listing={listing} startAt={fullFrom} onClose={() => setFullFrom(null)} />
    </section>
  );
}
