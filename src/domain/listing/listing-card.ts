import type { Declared } from "#domain/declaration/declaration.ts";
import type { CarIllustration } from "#packages/car-illustration/options";
import { pictureUrl } from "#packages/car-illustration/picture-address";
import type { ProvinceCode } from "#values/province.ts";
import type { BodyType, Colour, Transmission } from "#values/vehicle.ts";
import { buildPhotoSource, type ListingPhoto } from "./listing-photo.ts";
import type { ListingState } from "./listing-state.ts";
import type { ListingName } from "./listing.ts";

/** Everything that a listing's card shows, on any page. */
export type ListingCardFacts = ListingName &
  Pick<Declared, "brand" | "accidents"> & {
    id: string;
    bodyType: BodyType;
    exteriorColour: Colour;
    transmission: Transmission;
    odometerKm: number;
    priceCad: number;
    city: string;
    provinceCode: ProvinceCode;
    state: ListingState;
    /** Whether a dealership sells it: its taxes differ from those of a private sale. */
    isDealer: boolean;
    /** How the car is drawn if there is no photo. */
    illustration: CarIllustration;
    /** The first photo; null if there is none. */
    photo: ListingPhoto | null;
    /** The number of photos. */
    photoCount: number;
  };

/**
 * Whether the kilometres are shown as large as the price: in Quebec both must be predominant in
 * every ad of a used car by a merchant (CQLR c. P-40.1, r. 4, schedule, paragraph 3).
 */
export function showsKmWithPrice({
  isDealer,
  provinceCode,
}: Pick<ListingCardFacts, "isDealer" | "provinceCode">): boolean {
  return isDealer && provinceCode === "QC";
}

/** The address of the picture of a listing for other sites: its first photo, else the drawing. */
export function chooseCoverAddress({ photo, illustration }: ListingCardFacts): string {
  return photo ? buildPhotoSource(photo).src : pictureUrl(illustration, 720);
}
