import { useEffect, useReducer, useRef } from "react";
import { m } from "#messages/messages.js";
import { photoRefusalWords, PHOTO_MAX_MB } from "./photo-limits.ts";
import {
  chooseFiles,
  countUnderWay,
  findNext,
  type QueuedPhoto,
  reduceQueue,
} from "./photo-queue.ts";
import { postPhoto, takeBack } from "./post-photo.ts";

/**
 * Uploads the chosen files one after the other, with the progress of each. A photo that failed
 * because there was no network is sent again when there is one.
 */
export function usePhotoUploads(uploadHref: string) {
  const [queue, dispatch] = useReducer(reduceQueue, []);
  const files = useRef(new Map<string, File>());
  const sending = useRef<{ id: string; controller: AbortController } | null>(null);
  // After a cancelled upload the next one waits for its end, which the queue no longer shows.
  const [ended, noteEnd] = useReducer((count: number) => count + 1, 0);
  const next = findNext(queue);
  const underWay = countUnderWay(queue);

  useEffect(() => {
    const file = next && files.current.get(next.id);
    if (!next || !file || sending.current) return;
    const { id, name } = next;
    const controller = new AbortController();
    const { signal } = controller;
    sending.current = { id, controller };
    dispatch({ kind: "begun", id });
    void (async () => {
      const blob = await shrinkPhoto(file);
      const isTooLarge = blob.size > PHOTO_MAX_MB * 1024 * 1024;
      const posted = isTooLarge
        ? refuse(photoRefusalWords("photo_too_large", name))
        : await postPhoto(
            uploadHref,
            { id, name, file: blob },
            { signal, onProgress: (progress) => dispatch({ kind: "sent", id, progress }) },
          );
      // Cancelled and removed from the list: no result of it is shown.
      const isDropped = !files.current.has(id);
      if (isDropped) await takeBack(uploadHref, id);
      sending.current = null;
      noteEnd();
      if (isDropped) return;
      if (posted?.ok) dispatch({ kind: "stored", id, photo: posted.photo });
      else if (posted) dispatch({ kind: "failed", id, failure: posted.failure });
    })();
  }, [next, uploadHref, ended]);

  useEffect(() => {
    const resume = () => dispatch({ kind: "online" });
    addEventListener("online", resume);
    return () => removeEventListener("online", resume);
  }, []);

  useEffect(() => {
    if (underWay === 0) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [underWay]);

  return {
    queue,
    underWay,
    /** Adds as many as there is room for; returns a sentence for each kind of file left out. */
    add(chosen: readonly File[], room: number): string[] {
      const { taken, notPhotos, isTooMany } = chooseFiles(chosen, room);
      const photos = taken.map((file) => {
        const id = crypto.randomUUID();
        files.current.set(id, file);
        return { id, name: file.name, preview: URL.createObjectURL(file) };
      });
      if (photos.length > 0) dispatch({ kind: "added", photos });
      return [
        ...notPhotos.map(({ name }) => photoRefusalWords("not_a_photo", name)),
        ...(isTooMany ? [m.photos_too_many({ count: taken.length })] : []),
      ];
    },
    retry: (id: string) => dispatch({ kind: "retried", id }),
    /** Cancels its upload, and removes it from the queue. */
    drop(photos: readonly QueuedPhoto[]) {
      for (const { id, preview, state } of photos) {
        // The whole body is sent already: the response is awaited, and the photo then removed.
        const isUnderWay = sending.current?.id === id && state !== "storing";
        if (isUnderWay) sending.current?.controller.abort();
        files.current.delete(id);
        URL.revokeObjectURL(preview);
      }
      dispatch({ kind: "dropped", ids: photos.map(({ id }) => id) });
    },
  };
}

const refuse = (text: string) =>
  ({ ok: false, failure: { text, canRetry: false, isOffline: false } }) as const;

/** A little more than the widest variant that the server makes. */
const WIDEST_PX = 2_000;
/** A smaller file is faster to send than to resize. */
const SMALL_BYTES = 1024 * 1024;

/**
 * Resizes a large photo before it is sent, in its right orientation: of 12 megapixels a tenth of
 * the bytes is left, and the location in the photo never leaves the phone. A file that this browser
 * cannot decode (HEIC outside of Safari) is sent unchanged, and the server converts it.
 */
async function shrinkPhoto(file: File): Promise<Blob> {
  if (file.size < SMALL_BYTES || typeof createImageBitmap !== "function") return file;
  try {
    const whole = await createImageBitmap(file);
    const scale = Math.min(1, WIDEST_PX / whole.width);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(whole.width * scale);
    canvas.height = Math.round(whole.height * scale);
    const context = canvas.getContext("2d");
    if (!context) return file;
    // Transparent parts become white, as in print.
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = "high";
    context.drawImage(whole, 0, 0, canvas.width, canvas.height);
    whole.close();
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.9));
    return drawn && drawn.size < file.size ? drawn : file;
  } catch {
    return file;
  }
}
