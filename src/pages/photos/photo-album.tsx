import { CircleAlert, CircleCheck, ImageIcon, RotateCw, X } from "lucide-react";
import { useState } from "react";
import { Form } from "react-router";
import { MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { CommandButton } from "#pages/command/command-button.tsx";
import { Button, buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import type { AlbumPress } from "./album.server.ts";
import { PhotoGuide } from "./photo-guide.tsx";
import { type AlbumPhoto, PhotoList } from "./photo-list.tsx";
import { PhotoPicker } from "./photo-picker.tsx";
import type { QueuedPhoto } from "./photo-queue.ts";
import { usePhotoUploads } from "./use-photo-uploads.ts";

type PhotoAlbumProps = {
  photos: readonly AlbumPhoto[];
  /** Where the page's script posts one photo: a path from `paths.ts`. */
  uploadPath: string;
  /** The errors of the plain form's post. */
  errors: readonly string[];
  /** The result of posting a photo's alternative text. */
  altResult?: FormResult | undefined;
  /** The photo that was just removed and can be restored; null if there is none. */
  removedId: string | null;
  done: { href: string; label: string };
};

/** A car's photos, to add, sort and remove: of a listing, or of a draft sell request. */
export function PhotoAlbum(props: PhotoAlbumProps) {
  const { photos, uploadPath, errors, altResult, removedId, done } = props;
  const uploads = usePhotoUploads(hrefIn(uploadPath));
  const [refusals, setRefusals] = useState<readonly string[]>([]);
  const { queue, underWay } = uploads;
  const isListed = (id: string) => photos.some((photo) => photo.id === id);
  // Stored since the page was loaded: the page need not load its data again to show them.
  const added = queue.flatMap(({ id, photo }) =>
    photo && !isListed(id) ? [{ id, ...photo }] : [],
  );
  const shown = [...photos, ...added.filter(({ id }) => id !== removedId)];
  const pending = queue.filter(({ photo, id }) => !photo && !isListed(id));
  const room = MOST_PHOTOS - shown.length - pending.length;
  return (
    <>
      {removedId && <Undo photoId={removedId} />}
      <PhotoGuide />
      <p className="small muted figures mb-3" role="status">
        {m.seller_photos_count({ count: shown.length, most: MOST_PHOTOS })}
        {underWay > 0 && `. ${m.photos_under_way({ count: underWay })}`}
      </p>
      {room > 0 ? (
        <PhotoPicker errors={errors} onChoose={(files) => setRefusals(uploads.add(files, room))} />
      ) : (
        <p className="notice">{m.photos_full({ most: MOST_PHOTOS })}</p>
      )}
      {refusals.length > 0 && (
        <ul className="notice notice--bad mt-4 grid gap-1" role="alert">
          {refusals.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {shown.length + pending.length > 0 && (
        <>
          {shown.length > 1 && <p className="small muted mt-6">{m.seller_photos_order()}</p>}
          <div className="mt-4">
            <PhotoList
              photos={shown}
              altResult={altResult}
              onRemove={(id) => uploads.drop(queue.filter((photo) => photo.id === id))}
            >
              {pending.map((photo) => (
                <PendingPhoto
                  key={photo.id}
                  photo={photo}
                  onRetry={() => uploads.retry(photo.id)}
                  onDrop={() => uploads.drop([photo])}
                />
              ))}
            </PhotoList>
          </div>
        </>
      )}
      {underWay > 0 ? (
        <Button busy variant="dark" size="lg" className="mt-8">
          {m.photos_wait({ count: underWay })}
        </Button>
      ) : (
        <Link className={`${buttonClass({ variant: "dark", size: "lg" })} mt-8`} to={done.href}>
          {done.label}
        </Link>
      )}
    </>
  );
}

/** Sticky, so that it is visible wherever the photo was on the page. */
function Undo({ photoId }: { photoId: string }) {
  return (
    <Form
      method="post"
      preventScrollReset
      className="notice notice--ok sticky top-20 z-10 mb-6 items-center shadow-md"
      role="status"
    >
      <CircleCheck className="icon" aria-hidden />
      {m.seller_photo_removed()}
      <input type="hidden" name="photo" value={photoId} />
      <CommandButton<AlbumPress> press="restore" variant="ghost" size="sm" className="ml-auto">
        {m.seller_photo_undo()}
      </CommandButton>
    </Form>
  );
}

/** A chosen photo from this browser, with its upload progress. */
function PendingPhoto({
  photo,
  onRetry,
  onDrop,
}: {
  photo: QueuedPhoto;
  onRetry: () => void;
  onDrop: () => void;
}) {
  const { name, state, progress, failure } = photo;
  const [canBeSeen, setSeen] = useState(true);
  return (
    <li className="card overflow-hidden">
      <div className="photo-list__picture photo-list__picture--pending">
        {canBeSeen ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- no person causes an error
          <img src={photo.preview} alt="" onError={() => setSeen(false)} />
        ) : (
          // HEIC, which most browsers cannot show: the server converts it.
          <span className="grid size-full place-items-center" aria-hidden>
            <ImageIcon className="icon size-10 text-muted-foreground" />
          </span>
        )}
        {!failure && (
          <progress
            className="photo-list__bar"
            max={1}
            value={state === "storing" ? undefined : progress}
            aria-label={m.photos_progress({ name })}
          />
        )}
      </div>
      <div className="flex items-center gap-2 py-1 pr-2 pl-4">
        <p className="small min-w-0 flex-1 wrap-anywhere" role={failure ? "alert" : undefined}>
          {failure ? (
            <span className="field-error">
              <CircleAlert className="icon size-4" aria-hidden />
              <span>{failure.text}</span>
            </span>
          ) : (
            <span className="muted figures">{describeState(photo)}</span>
          )}
        </p>
        {failure?.canRetry && (
          <button
            type="button"
            className="icon-button"
            onClick={onRetry}
            aria-label={m.photos_retry({ name })}
          >
            <RotateCw className="icon" aria-hidden />
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          onClick={onDrop}
          aria-label={failure ? m.photos_drop({ name }) : m.photos_cancel({ name })}
        >
          <X className="icon" aria-hidden />
        </button>
      </div>
    </li>
  );
}

function describeState({ state, progress }: QueuedPhoto): string {
  if (state === "sending") return m.photos_sending({ percent: Math.round(progress * 100) });
  if (state === "storing") return m.photos_storing();
  return state === "preparing" ? m.photos_preparing() : m.photos_waiting();
}
