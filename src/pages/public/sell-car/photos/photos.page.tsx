import { Trash2 } from "lucide-react";
import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { buildPhotoSource, MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import { UploadForm } from "#pages/account/my-listings/upload-form.tsx";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { Picture } from "#ui/picture.tsx";
import type { Route } from "./+types/photos.page.ts";
import { answerSalePhotos, openSalePhotos } from "./photos-page.server.ts";
import type { RequestPhoto } from "#domain/sell-request/request-photos.server.ts";

export function loader(args: Route.LoaderArgs) {
  return openSalePhotos(args);
}

export function action(args: Route.ActionArgs) {
  return answerSalePhotos(args);
}

export function headers() {
  return { "cache-control": "private, no-store" };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.sell_car_photos_title(), isPrivate: true });
}

/** Photos of the car, before it is sent: kept with the draft, and with the request afterwards. */
export default function SalePhotosPage({ loaderData, actionData }: Route.ComponentProps) {
  const { photos, backHref } = loaderData;
  const errors = actionData?.errors ?? loaderData.errors;
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.sell_car_photos_title()}</h1>
        <p>{m.sell_car_photos_lead()}</p>
      </div>
      {photos.length > 0 && (
        <ol className="mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          {photos.map((photo, at) => (
            <PhotoCard key={photo.id} photo={photo} number={at + 1} count={photos.length} />
          ))}
        </ol>
      )}
      {photos.length < MOST_PHOTOS && (
        <div className="card p-6 max-w-190">
          <UploadForm errors={errors} />
        </div>
      )}
      <Link className={`${buttonClass({ look: "dark", size: "lg" })} mt-8`} to={backHref}>
        {m.sell_car_photos_done()}
      </Link>
    </div>
  );
}

function PhotoCard({
  photo,
  number,
  count,
}: {
  photo: RequestPhoto;
  number: number;
  count: number;
}) {
  return (
    <li className="card overflow-hidden">
      <div className="aspect-16/10 [&_img]:size-full [&_img]:object-cover">
        <Picture
          source={buildPhotoSource(photo)}
          alt={m.seller_photo_nth({ number, count })}
          sizes="(min-width: 1024px) 280px, (min-width: 640px) 45vw, 90vw"
        />
      </div>
      <Form method="post" preventScrollReset className="flex justify-end p-1">
        <input type="hidden" name="photo" value={photo.id} />
        <button
          className="icon-button"
          name="intent"
          value="remove"
          aria-label={m.seller_photo_delete({ number })}
        >
          <Trash2 className="icon" aria-hidden />
        </button>
      </Form>
    </li>
  );
}
