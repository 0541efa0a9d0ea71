import { ListingPicture } from "#storefront/listing/listing-picture.tsx";
import type { ListingCardFacts } from "#storefront/listing/listing-card-facts.ts";
import { type ListingPhoto, photoSource } from "#storefront/listing/photo/photo-address.ts";
import { Picture } from "#ui/picture.tsx";

type ListingCoverProps = {
  listing: Pick<ListingCardFacts, "illustration" | "bodyType" | "exteriorColour">;
  cover: ListingPhoto | null;
  sizes: string;
};

/** The picture that stands for a listing beside its name: its first photo, else the drawn car. */
export function ListingCover({ listing, cover, sizes }: ListingCoverProps) {
  return (
    <div className="aspect-16/10 overflow-hidden rounded-md bg-muted [&_img]:size-full [&_img]:object-cover">
      {cover ? (
        <Picture source={photoSource(cover)} alt="" sizes={sizes} />
      ) : (
        <ListingPicture listing={listing} sizes={sizes} isDecorative />
      )}
    </div>
  );
}
