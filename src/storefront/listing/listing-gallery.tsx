import { GALLERY } from "#illustration/options.ts";
import type { ListingCardFacts } from "./listing-card-facts.ts";
import { ListingPicture } from "./listing-picture.tsx";

const LARGE_SIZES = "(min-width: 1280px) 800px, (min-width: 1024px) 60vw, 94vw";
const SMALL_SIZES = "(min-width: 1024px) 150px, 18vw";

/** The six pictures: one large, five small. The small ones say nothing new in words. */
export function ListingGallery({ listing }: { listing: ListingCardFacts }) {
  const [first, ...others] = GALLERY;
  return (
    <div className="grid grid-cols-5 gap-2 self-start [&_img]:h-full [&_img]:w-full [&_img]:object-cover">
      <div className="col-span-5 aspect-[16/10] overflow-hidden rounded-xl bg-muted">
        <ListingPicture
          listing={listing}
          view={first}
          sizes={LARGE_SIZES}
          widthsPx={[480, 720, 960, 1500]}
          priority
        />
      </div>
      {others.map((view) => (
        <div key={view} className="aspect-[16/10] overflow-hidden rounded-lg bg-muted">
          <ListingPicture
            listing={listing}
            view={view}
            sizes={SMALL_SIZES}
            widthsPx={[300, 480]}
            isDecorative
          />
        </div>
      ))}
    </div>
  );
}
