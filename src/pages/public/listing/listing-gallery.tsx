import { Maximize2, X } from "lucide-react";
import {
  type MouseEvent,
  type Ref,
  startTransition,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { buildPhotoSource } from "#domain/listing/listing-photo.ts";
import type { ListingDetails } from "#domain/listing/listing-queries.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { pictureSources } from "#packages/car-illustration/picture-address";
import { afterPaint } from "#ui/after-paint.ts";
import { Modal } from "#ui/modal.tsx";
import { Picture, type PictureSource } from "#ui/picture.tsx";
import { pictureWords } from "./listing-picture.tsx";
import { StripControls, useStrip } from "./picture-strip.tsx";

const LARGE_SIZES = "(min-width: 1280px) 800px, (min-width: 1024px) 60vw, 94vw";
const SMALL_SIZES = "(min-width: 1024px) 150px, 18vw";

/** The seller's photos; until there are any, one drawing that says that it is one. */
export function ListingGallery({ listing }: { listing: ListingDetails }) {
  return listing.photos.length === 0 ? (
    <DrawnCar listing={listing} />
  ) : (
    <PhotoGallery listing={listing} />
  );
}

/** Nothing to page through or to enlarge: nobody has photographed this car. */
function DrawnCar({ listing }: { listing: ListingDetails }) {
  return (
    <figure className="listing-gallery listing-gallery--drawn">
      <div className="listing-gallery__drawing">
        <Picture
          source={pictureSources(listing.illustration, [480, 720, 960, 1500])}
          alt={pictureWords({ ...listing, photo: null })}
          sizes={LARGE_SIZES}
          priority
        />
      </div>
      <figcaption className="chip chip--ink listing-gallery__caption">
        {m.listing_card_no_photo()}
      </figcaption>
    </figure>
  );
}

/**
 * The pictures: a row that snaps, and small ones that lead to each. Without script the row scrolls,
 * and the small ones are links to their picture's place in it.
 */
function PhotoGallery({ listing }: { listing: ListingDetails }) {
  const slides = listSlides(listing);
  const label = m.listing_gallery({ car: formatCarName(listing) });
  const { current, show, stripProps } = useStrip(slides.length);
  const fullScreen = useRef<FullScreenHandle>(null);
  return (
    <section className="listing-gallery" aria-label={label}>
      <div className="listing-gallery__stage">
        <div {...stripProps} className="picture-strip" tabIndex={0} role="group" aria-label={label}>
          {slides.map(({ key, alt, large }, index) => (
            <div key={key} id={`picture-${index + 1}`} className="picture-strip__slide">
              <Picture source={large} alt={alt} sizes={LARGE_SIZES} priority={index === 0} />
            </div>
          ))}
        </div>
        <StripControls current={current} count={slides.length} onShow={show} />
        <button
          type="button"
          className="icon-button listing-gallery__open with-script"
          aria-label={m.listing_gallery_full()}
          onClick={() => fullScreen.current?.open(current)}
        >
          <Maximize2 className="icon" aria-hidden />
        </button>
      </div>
      {slides.length > 1 && <Thumbnails slides={slides} current={current} onShow={show} />}
      <FullScreen ref={fullScreen} slides={slides} label={label} />
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
    <ul className="listing-gallery__thumbnails">
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

type Shown = {
  slides: readonly Slide[];
  /** What the row is called. */
  label: string;
};

type FullScreenHandle = {
  /** @param startAt the picture to begin with */
  open(startAt: number): void;
};

/** The same row over the whole window. It alone knows that it is open: the page under it stays as it is. */
function FullScreen({ ref, ...shown }: Shown & { ref: Ref<FullScreenHandle> }) {
  const [startAt, setStartAt] = useState<number | null>(null);
  useImperativeHandle(ref, () => ({ open: setStartAt }), []);
  const close = () => setStartAt(null);
  return (
    <Modal
      open={startAt !== null}
      onClose={close}
      className="full-gallery"
      aria-label={shown.label}
    >
      {startAt !== null && <OpenStrip {...shown} startAt={startAt} onClose={close} />}
    </Modal>
  );
}

type OpenStripProps = Shown & { startAt: number; onClose: () => void };

function OpenStrip({ slides, label, startAt, onClose }: OpenStripProps) {
  const { current, show, stripProps } = useStrip(slides.length, startAt);
  const isPainted = useIsPainted();
  // What is there already, in the file that the browser chose: any other is black until loaded.
  const [large] = useState(() => findLoaded(".listing-gallery__stage img"));
  const [small] = useState(() => findLoaded(".listing-gallery__thumbnails img"));
  return (
    <>
      <div
        {...stripProps}
        className="picture-strip"
        tabIndex={0}
        role="group"
        aria-label={label}
        data-dialog-title
      >
        {slides.map(({ key, alt, full, ...slide }, index) => (
          // The picture that is there already, until the large one is.
          <div
            key={key}
            className="picture-strip__slide"
            ref={(element) =>
              element?.style.setProperty(
                "background-image",
                `url("${large[index] ?? small[index] ?? slide.small.src}")`,
              )
            }
          >
            {(isPainted || index === current) && (
              <Picture
                source={full}
                alt={alt}
                sizes="100vw"
                priority={Math.abs(index - current) <= 1}
              />
            )}
          </div>
        ))}
      </div>
      <StripControls current={current} count={slides.length} onShow={show} />
      <button
        type="button"
        className="icon-button full-gallery__close"
        aria-label={m.listing_gallery_close()}
        onClick={onClose}
      >
        <X className="icon" aria-hidden />
      </button>
    </>
  );
}

/** What nobody sees yet need not be there when the first picture is shown. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}

/** The files that these images show; null for one that is still to be loaded. */
function findLoaded(selector: string): (string | null)[] {
  return [...document.querySelectorAll<HTMLImageElement>(selector)].map((image) =>
    image.complete && image.naturalWidth > 0 ? image.currentSrc : null,
  );
}

/** One picture of a gallery, for each of the places that show it. */
type Slide = {
  key: string;
  alt: string;
  large: PictureSource;
  small: PictureSource;
  /** Over the whole window. */
  full: PictureSource;
};

/** The seller's photos in their order. */
function listSlides(listing: ListingDetails): Slide[] {
  return listing.photos.map((photo, index) => {
    const source = buildPhotoSource(photo);
    const alt =
      photo.alt ||
      m.listing_view_alt({
        picture: pictureWords({ ...listing, photo: { ...photo, alt: "" } }),
        view: m.listing_gallery_count({ number: index + 1, total: listing.photos.length }),
      });
    return { key: photo.key, alt, large: source, small: source, full: source };
  });
}
