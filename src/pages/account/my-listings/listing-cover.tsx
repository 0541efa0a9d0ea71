import { ListingPicture } from "#pages/public/listing/listing-picture.tsx";
import type { ListingCardFacts } from "#domain/listing/listing-card.ts";

/** The picture that stands for a listing beside its name, cut to one shape. */
export function ListingCover({ listing, sizes }: { listing: ListingCardFacts; sizes: string }) {
  return (
    <div className="aspect-16/10 overflow-hidden rounded-md bg-muted [&_img]:size-full [&_img]:object-cover">
      <ListingPicture listing={listing} sizes={sizes} isDecorative />
    </div>
  );
}
