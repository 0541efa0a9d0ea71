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
 * Sends chosen files one after the other, and says of each how far it is. A photo that failed for
 * want of a network is sent again when there is one.
 */
export function usePhotoUploads(uploadHref: string) {
  const [queue, dispatch] = useReducer(reduceQueue, []);
  const files = useRef(new Map<string, File>());
  const sending = useRef<{ id: string; controller: AbortController } | null>(null);
  // The one after a photo that was called off waits for its end, which the queue no longer tells.
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
      // Called off, and dropped: what follows says nothing more of it.
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
    /** Takes what there is room for; answers in words what was left out. */
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
    /** Calls it off while it is sent, and forgets it. */
    drop(photos: readonly QueuedPhoto[]) {
      for (const { id, preview, state } of photos) {
        // All of it is there already: its answer is awaited, and the photo taken back.
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

/** A little more than the widest file that the server makes of it. */
const WIDEST_PX = 2_000;
/** What is smaller than this is quicker sent than drawn. */
const SMALL_BYTES = 1024 * 1024;

/**
 * A large photo drawn smaller before it is sent, turned the way it was taken: of 12 megapixels a
 * tenth of the bytes is left, and where it was taken never leaves the phone. What this browser cannot
 * draw (HEIC outside of Safari) goes as it is, and the server draws it.
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
    // Where a photo is transparent, as it would be printed.
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
