import { Camera } from "lucide-react";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { buildPhotoSource, MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { Picture } from "#ui/picture.tsx";
import type { SellCarExtras } from "./sell-car-wizard.server.ts";

/** A link to the photos on step 5, after everything else about the car. */
export function PhotosLink({ count }: { count: number }) {
  return (
    <aside className="summary-card card mt-5">
      <div className="summary-card__body">
        <h2>{m.sell_car_photos_heading()}</h2>
        <p className="small muted mt-2">
          {count === 0
            ? m.sell_car_photos_why()
            : m.seller_photos_count({ count, most: MOST_PHOTOS })}
        </p>
        <Link className={`${buttonClass({ variant: "ghost" })} mt-4`} to={paths.sellCarPhotos()}>
          <Camera className="icon" aria-hidden />
          {count === 0 ? m.sell_car_photos_add() : m.sell_car_photos_change()}
        </Link>
      </div>
    </aside>
  );
}

/** The photos among the answers of step 7, and the way to add some. */
export function ReviewPhotos({ photos }: Pick<SellCarExtras, "photos">) {
  return (
    <section className="summary-card card mb-4" aria-labelledby="review-photos">
      <div className="summary-card__body">
        <h2 id="review-photos">{m.sell_car_photos_heading()}</h2>
        {photos.length === 0 ? (
          <p className="small muted mt-2">{m.sell_car_photos_none()}</p>
        ) : (
          <ul className="mt-3 grid grid-cols-4 gap-2">
            {photos.map((photo, at) => (
              <li
                key={photo.id}
                className="aspect-16/10 overflow-hidden rounded-md [&_img]:size-full [&_img]:object-cover"
              >
                <Picture
                  source={buildPhotoSource(photo)}
                  alt={m.seller_photo_nth({ number: at + 1, count: photos.length })}
                  sizes="150px"
                />
              </li>
            ))}
          </ul>
        )}
        <Link className={`${buttonClass({ variant: "ghost" })} mt-4`} to={paths.sellCarPhotos()}>
          <Camera className="icon" aria-hidden />
          {photos.length === 0 ? m.sell_car_photos_add() : m.sell_car_photos_change()}
        </Link>
      </div>
    </section>
  );
}
