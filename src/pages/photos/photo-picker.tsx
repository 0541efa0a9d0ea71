import { Camera, Images } from "lucide-react";
import { type ChangeEvent, type DragEvent, useEffect, useRef, useState } from "react";
import { MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import { m } from "#messages/messages.js";
import { sends } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { TextField } from "#ui/field.tsx";
import type { AlbumPress } from "./album.server.ts";
import { PHOTO_TYPES } from "./photo-limits.ts";

/**
 * The ways to choose photos: from the library, with the camera on a phone, or dropped on the page.
 * Chosen files are uploaded at once. Without JavaScript it is a plain form.
 */
export function PhotoPicker({
  errors,
  onChoose,
}: {
  errors: readonly string[];
  onChoose: (files: File[]) => void;
}) {
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLDivElement>(null);
  const take = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // So that the same file can be chosen again after its photo was removed.
    input.value = "";
    if (files.length > 0) onChoose(files);
  };
  const takeChosen = (event: ChangeEvent<HTMLInputElement>) => take(event.currentTarget);
  const takeStatic = useRef(take);
  useEffect(() => {
    // Files that were chosen before the page was hydrated.
    for (const input of picker.current?.querySelectorAll("input") ?? []) takeStatic.current(input);
  }, []);
  const drop = (event: DragEvent) => {
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (files.length === 0) return;
    event.preventDefault();
    onChoose(files);
  };
  return (
    <>
      <ErrorSummary errors={errors.map((message) => ({ id: "photo-files", message }))} />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the buttons inside do the same */}
      <div
        ref={picker}
        className={`photo-picker with-script ${isOver ? "photo-picker--over" : ""}`.trim()}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes("Files")) return;
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className="flex flex-wrap justify-center gap-3">
          <label className="button photo-picker__button">
            <Images className="icon" aria-hidden />
            {m.seller_photos_choose()}
            <input type="file" multiple accept={PHOTO_TYPES} onChange={takeChosen} />
          </label>
          <label className="button button--ghost photo-picker__button photo-picker__camera">
            <Camera className="icon" aria-hidden />
            {m.photos_camera()}
            <input type="file" accept="image/*" capture="environment" onChange={takeChosen} />
          </label>
        </div>
        <p className="small muted">{m.seller_photos_hint({ most: MOST_PHOTOS })}</p>
      </div>
      <form
        method="post"
        encType="multipart/form-data"
        noValidate
        className="card without-script p-6"
      >
        <TextField
          id="photo-files"
          name="files"
          type="file"
          multiple
          accept={PHOTO_TYPES}
          label={m.seller_photos_choose()}
          hint={m.seller_photos_hint({ most: MOST_PHOTOS })}
        />
        <input type="hidden" {...sends<AlbumPress>("upload")} />
        <Button type="submit" className="mt-4">
          {m.seller_photos_upload()}
        </Button>
      </form>
    </>
  );
}
