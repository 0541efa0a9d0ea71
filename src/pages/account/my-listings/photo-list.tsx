import { ArrowLeft, ArrowRight, GripVertical, Star, Trash2 } from "lucide-react";
import { type DragEvent, useState, type PointerEvent, useEffect, useRef } from "react";
import { Form, useFetcher } from "react-router";
import { m } from "#messages/messages.js";
import { buildPhotoSource, dropPhotoOn, arrangePhotos } from "#domain/listing/listing-photo.ts";
import { Picture } from "#ui/picture.tsx";
import type { SellerPhoto } from "#domain/listing/listing-photos.server.ts";

/** The photos in their order: dragged to a place, or moved by buttons, which keyboards reach too. */
export function PhotoList({ photos }: { photos: readonly SellerPhoto[] }) {
  const fetcher = useFetcher();
  const [draggedId, setDragged] = useState<string | null>(null);
  const underWay = fetcher.formData?.get("order");
  const order = arrangePhotos(
    photos.map(({ id }) => id),
    typeof underWay === "string" ? underWay.split(",") : [],
  );
  const byId = new Map(photos.map((photo) => [photo.id, photo]));
  const move = (dragged: string, onto: string) => {
    const wanted = dropPhotoOn(order, dragged, onto);
    void fetcher.submit({ intent: "order", order: wanted.join(",") }, { method: "post" });
  };
  const touch = useTouchDrag(move);
  const drop = (event: DragEvent, onto: string) => {
    event.preventDefault();
    if (!draggedId || draggedId === onto) return;
    move(draggedId, onto);
    setDragged(null);
  };
  const chooseLook = (id: string) => {
    if (id === draggedId || id === touch.draggedId) return "opacity-50";
    return id === touch.overId ? "outline-3 outline-offset-2 outline-ring" : "";
  };
  return (
    <ol className="grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
      {order.map((id, at) => {
        const photo = byId.get(id);
        return photo ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- buttons move it too
          <li
            key={id}
            data-photo={id}
            draggable
            onDragStart={() => setDragged(id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => draggedId && event.preventDefault()}
            onDrop={(event) => drop(event, id)}
            className={`card overflow-hidden ${chooseLook(id)}`.trim()}
          >
            <PhotoCard
              photo={photo}
              number={at + 1}
              count={order.length}
              handle={touch.makeHandle(id)}
            />
          </li>
        ) : null;
      })}
    </ol>
  );
}

type PhotoCardProps = {
  photo: SellerPhoto;
  number: number;
  count: number;
  handle: ReturnType<ReturnType<typeof useTouchDrag>["makeHandle"]>;
};

function PhotoCard({ photo, number, count, handle }: PhotoCardProps) {
  const altId = `alt-${photo.id}`;
  return (
    <>
      <div className="relative aspect-16/10 cursor-grab bg-muted [&_img]:size-full [&_img]:object-cover">
        <Picture
          source={buildPhotoSource(photo)}
          alt={photo.alt || m.seller_photo_nth({ number, count })}
          sizes="(min-width: 1280px) 270px, (min-width: 640px) 45vw, 90vw"
        />
        {number === 1 && (
          <span className="chip chip--ink absolute top-2 left-2">{m.seller_photo_cover()}</span>
        )}
        {/* For fingers, which would scroll the page anywhere else; keys and mice have other ways. */}
        <span className="with-script" aria-hidden>
          <span
            {...handle}
            data-handle
            className="absolute top-2 right-2 hidden size-11 touch-none place-items-center rounded-md bg-card text-foreground shadow-md select-none pointer-coarse:grid"
          >
            <GripVertical className="icon" />
          </span>
        </span>
      </div>
      <Form method="post" preventScrollReset className="flex justify-between px-2 pt-2">
        <input type="hidden" name="photo" value={photo.id} />
        <button
          className="icon-button"
          name="intent"
          value="earlier"
          disabled={number === 1}
          aria-label={m.seller_photo_earlier({ number })}
        >
          <ArrowLeft className="icon" aria-hidden />
        </button>
        <button
          className="icon-button"
          name="intent"
          value="first"
          disabled={number === 1}
          aria-label={m.seller_photo_first({ number })}
        >
          <Star className="icon" aria-hidden />
        </button>
        <button
          className="icon-button"
          name="intent"
          value="later"
          disabled={number === count}
          aria-label={m.seller_photo_later({ number })}
        >
          <ArrowRight className="icon" aria-hidden />
        </button>
        <button
          className="icon-button"
          name="intent"
          value="remove"
          aria-label={m.seller_photo_delete({ number })}
        >
          <Trash2 className="icon" aria-hidden />
        </button>
      </Form>
      <Form method="post" preventScrollReset className="grid gap-2 p-4 pt-2">
        <input type="hidden" name="photo" value={photo.id} />
        <label className="small font-semibold" htmlFor={altId}>
          {m.seller_photo_alt({ number })}
        </label>
        <div className="flex gap-2">
          <input
            id={altId}
            key={photo.alt}
            className="control min-w-0 flex-1"
            name="alt"
            maxLength={200}
            defaultValue={photo.alt}
            placeholder={m.seller_photo_alt_hint()}
          />
          <button
            className="button button--ghost button--small self-center"
            name="intent"
            value="describe"
            aria-label={m.seller_photo_alt_save({ number })}
          >
            {m.seller_photo_save()}
          </button>
        </div>
      </Form>
    </>
  );
}

/** So near the top or the bottom of the screen a drag scrolls the page. */
const EDGE_PX = 90;
const SCROLL_STEP_PX = 14;

/** The attribute by which a place to drop on is found under the finger. */
const PLACE = "data-photo";

/**
 * Dragging by a handle with a finger or a pen, which the browser's own drag and drop leaves out. The
 * mouse has that one. `drop` receives the dragged photo and the one it was dropped on.
 */
function useTouchDrag(drop: (draggedId: string, ontoId: string) => void) {
  const [dragged, setDragged] = useState<{ id: string; overId: string | null } | null>(null);
  const pointerY = useRef(0);
  const isDragging = dragged !== null;

  useEffect(() => {
    if (!isDragging) return;
    // A finger that rests at the edge sends no event, so the page is moved by frames.
    let frame = requestAnimationFrame(function scroll() {
      const y = pointerY.current;
      if (y < EDGE_PX) scrollBy(0, -SCROLL_STEP_PX);
      else if (y > innerHeight - EDGE_PX) scrollBy(0, SCROLL_STEP_PX);
      frame = requestAnimationFrame(scroll);
    });
    return () => cancelAnimationFrame(frame);
  }, [isDragging]);

  const makeHandle = (id: string) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "mouse" || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pointerY.current = event.clientY;
      setDragged({ id, overId: null });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!isDragging) return;
      pointerY.current = event.clientY;
      setDragged({ id, overId: placeUnder(event) });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!isDragging) return;
      const overId = placeUnder(event);
      setDragged(null);
      if (overId !== null && overId !== id) drop(id, overId);
    },
    onPointerCancel: () => setDragged(null),
  });
  return { draggedId: dragged?.id ?? null, overId: dragged?.overId ?? null, makeHandle };
}

function placeUnder({ clientX, clientY }: { clientX: number; clientY: number }): string | null {
  const place = document.elementFromPoint(clientX, clientY)?.closest(`[${PLACE}]`);
  return place?.getAttribute(PLACE) ?? null;
}
