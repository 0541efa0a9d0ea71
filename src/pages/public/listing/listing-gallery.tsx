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

/** The seller's photos; without any, one drawing that is labelled as such. */
export function ListingGallery({ listing }: { listing: ListingDetails }) {
  return listing.photos.length === 0 ? (
    <DrawnCar listing={listing} />
  ) : (
    <PhotoGallery listing={listing} />
  );
}

/** The drawing of a car without photos: it cannot be paged or enlarged. */
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
 * The pictures: a row with scroll snap, and thumbnails. Without script the row scrolls, and the
 * thumbnails are links to a picture in it.
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
  /** The accessible name of the row. */
  label: string;
};

type FullScreenHandle = {
  /** @param startAt the picture to begin with */
  open(startAt: number): void;
};

/**
 * The same row over the whole window. It holds its own open state, so that opening does not
 * rerender the page.
 */
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
  // The files that are already loaded: any other would be black until loaded.
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
          // The loaded picture, until the large one has loaded.
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

/** Whether the first picture has been painted: the others are rendered afterwards. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => afterPaint(() => startTransition(() => setPainted(true))), []);
  return isPainted;
}

/** The loaded files of these images; null for one that is not loaded. */
function findLoaded(selector: string): (string | null)[] {
  return [...document.querySelectorAll<HTMLImageElement>(selector)].map((image) =>
    image.complete && image.naturalWidth > 0 ? image.currentSrc : null,
  );
}

/** One picture, in the size for each place where it is shown. */
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
