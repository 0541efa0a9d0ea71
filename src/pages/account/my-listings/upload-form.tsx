import { type ChangeEvent, useState } from "react";
import { m } from "#messages/messages.js";
import { Button } from "#ui/button.tsx";
import { ErrorSummary } from "#ui/error-summary.tsx";
import { TextField } from "#ui/field.tsx";
import { MOST_PHOTOS } from "#domain/listing/listing-photo.ts";
import { LISTING_PHOTOS_MAX_BYTES, LISTING_PHOTOS_MAX_MB } from "./photo-upload.ts";

/** A document post: with and without JavaScript the same, and the browser shows how far it is. */
export function UploadForm({ errors }: { errors: readonly string[] }) {
  const [isSending, setSending] = useState(false);
  const [isTooMuch, setTooMuch] = useState(false);
  const weigh = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.currentTarget.files ?? [])];
    // Above this the server hangs up in the middle of the sending, and no answer would be seen.
    setTooMuch(files.reduce((sum, { size }) => sum + size, 0) > LISTING_PHOTOS_MAX_BYTES);
  };
  return (
    <form
      method="post"
      encType="multipart/form-data"
      noValidate
      onSubmit={(event) => (isTooMuch ? event.preventDefault() : setSending(true))}
    >
      <ErrorSummary errors={errors.map((message) => ({ id: "photo-files", message }))} />
      <TextField
        id="photo-files"
        name="files"
        type="file"
        multiple
        accept="image/jpeg,image/png,image/heic,.heic,.heif,image/webp,image/avif"
        label={m.seller_photos_choose()}
        hint={m.seller_photos_hint({ most: MOST_PHOTOS })}
        error={isTooMuch ? m.seller_photos_too_much({ mb: LISTING_PHOTOS_MAX_MB }) : undefined}
        onChange={weigh}
      />
      <input type="hidden" name="intent" value="upload" />
      <Button type="submit" className="mt-4" busy={isSending}>
        {isSending ? m.seller_photos_uploading() : m.seller_photos_upload()}
      </Button>
    </form>
  );
}
