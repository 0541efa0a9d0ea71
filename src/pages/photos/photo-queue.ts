/** A chosen photo, in the upload queue. */
export type QueuedPhoto = {
  /** The photo's id, created here: a repeated upload stores the same photo, not a second one. */
  id: string;
  name: string;
  /** A `blob:` URL of the picture in this browser. */
  preview: string;
  state: "waiting" | "preparing" | "sending" | "storing" | "failed" | "stored";
  /** How much has been sent, 0 to 1. */
  progress: number;
  failure: PhotoFailure | null;
  /** The photo as the server stored it; null until then. */
  photo: { key: string; widthPx: number; heightPx: number } | null;
};

export type PhotoFailure = {
  text: string;
  canRetry: boolean;
  /** It is sent again automatically when there is a network. */
  isOffline: boolean;
};

export type QueueEvent =
  | { kind: "added"; photos: readonly Pick<QueuedPhoto, "id" | "name" | "preview">[] }
  | { kind: "begun"; id: string }
  | { kind: "sent"; id: string; progress: number }
  | { kind: "stored"; id: string; photo: NonNullable<QueuedPhoto["photo"]> }
  | { kind: "failed"; id: string; failure: PhotoFailure }
  | { kind: "retried"; id: string }
  | { kind: "online" }
  | { kind: "dropped"; ids: readonly string[] };

export function reduceQueue(
  queue: readonly QueuedPhoto[],
  event: QueueEvent,
): readonly QueuedPhoto[] {
  const change = (id: string, to: Partial<QueuedPhoto>) =>
    queue.map((photo) => (photo.id === id ? { ...photo, ...to } : photo));
  switch (event.kind) {
    case "added":
      return [...queue, ...event.photos.map((photo) => ({ ...photo, ...WAITING }))];
    case "begun":
      return change(event.id, { state: "preparing" });
    case "sent":
      return change(event.id, {
        state: event.progress < 1 ? "sending" : "storing",
        progress: event.progress,
      });
    case "stored":
      return change(event.id, { state: "stored", photo: event.photo });
    case "failed":
      return change(event.id, { state: "failed", failure: event.failure });
    case "retried":
      return change(event.id, WAITING);
    case "online":
      return queue.map((photo) => (photo.failure?.isOffline ? { ...photo, ...WAITING } : photo));
    case "dropped":
      return queue.filter(({ id }) => !event.ids.includes(id));
  }
}

const WAITING = { state: "waiting", progress: 0, failure: null, photo: null } as const;

/**
 * The photo to send now. They are sent one after the other, so that they are stored in the chosen
 * order.
 */
export function findNext(queue: readonly QueuedPhoto[]): QueuedPhoto | undefined {
  const isBusy = queue.some(
    ({ state }) => state === "preparing" || state === "sending" || state === "storing",
  );
  return isBusy ? undefined : queue.find(({ state }) => state === "waiting");
}

/** The number of photos that are neither stored nor failed. */
export function countUnderWay(queue: readonly QueuedPhoto[]): number {
  return queue.filter(({ state }) => state !== "stored" && state !== "failed").length;
}

/** The files that may be sent; the others are too many, or are not photos. */
export function chooseFiles<File extends { name: string; type: string }>(
  files: readonly File[],
  room: number,
): { taken: File[]; notPhotos: File[]; isTooMany: boolean } {
  const photos = files.filter(mayBePhoto);
  return {
    taken: photos.slice(0, room),
    notPhotos: files.filter((file) => !mayBePhoto(file)),
    isTooMany: photos.length > room,
  };
}

/** Some systems give HEIC files no type. SVG is a drawing. */
function mayBePhoto({ name, type }: { name: string; type: string }): boolean {
  if (type === "") return /\.(heic|heif|jpe?g|png|webp|avif)$/i.test(name);
  return type.startsWith("image/") && type !== "image/svg+xml" && type !== "image/gif";
}
