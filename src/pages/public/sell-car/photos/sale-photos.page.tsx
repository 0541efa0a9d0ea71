import { m } from "#messages/messages.js";
import { PhotoAlbum } from "#pages/photos/photo-album.tsx";
import { paths } from "#site/paths.ts";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import type { Route } from "./+types/sale-photos.page.ts";
import { handleSalePhotos, openSalePhotos } from "./sale-photos.server.ts";
import forms from "../../form-journey/forms.css?url";
import photos from "../../../photos/photos.css?url";

export const links = () => [pageStyle(forms), pageStyle(photos)];

export function loader(args: Route.LoaderArgs) {
  return openSalePhotos(args);
}

export function action(args: Route.ActionArgs) {
  return handleSalePhotos(args);
}

export function headers() {
  return { "cache-control": "private, no-store" };
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: m.sell_car_photos_title(), isPrivate: true });
}

/** Photos of the car before the form is sent: stored with the draft, and later with the request. */
export default function SalePhotosPage({ loaderData, actionData }: Route.ComponentProps) {
  const { photos, removedId, backHref } = loaderData;
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>{m.sell_car_photos_title()}</h1>
        <p>{m.sell_car_photos_lead()}</p>
      </div>
      <PhotoAlbum
        photos={photos}
        uploadPath={paths.sellCarPhotoUpload()}
        errors={actionData?.errors ?? loaderData.errors}
        removedId={removedId}
        done={{ href: backHref, label: m.sell_car_photos_done() }}
      />
    </div>
  );
}
