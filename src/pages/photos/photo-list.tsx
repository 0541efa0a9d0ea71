import { ArrowLeft, ArrowRight, GripVertical, type LucideIcon, Star, Trash2 } from "lucide-react";
import {
  type DragEvent,
  useState,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";
import { Form, useFetcher } from "react-router";
import { findRefused } from "#forms/refused-field.ts";
import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { buildPhotoSource, dropPhotoOn, arrangePhotos } from "#domain/listing/listing-photo.ts";
import { CommandButton } from "#pages/command/command-button.tsx";
import { fieldsOf, PRESS_CONTROL, sends } from "#pages/command/press.ts";
import { TextField } from "#ui/field.tsx";
import { Picture } from "#ui/picture.tsx";
import type { AlbumPress, DescribedAlbumPress } from "./album.server.ts";

export type AlbumPhoto = {
  id: string;
  key: string;
  widthPx: number;
  heightPx: number;
  /** The seller's alternative text; absent if the album asks for none. */
  alt?: string;
};

/**
 * The photos in order: dragged to a position, or moved by buttons, which work with a keyboard too.
 */
export function PhotoList({
  photos,
  altResult,
  onRemove,
  children,
}: {
  photos: readonly AlbumPhoto[];
  /** The result of posting a photo's alternative text. */
  altResult?: FormResult | undefined;
  onRemove: (id: string) => void;
  /** The photos that are being uploaded, at the end of the same list. */
  children?: ReactNode;
}) {
  const list = useRef<HTMLOListElement>(null);
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
    const posted = fieldsOf<AlbumPress>("order", { order: wanted.join(",") });
    void fetcher.submit(posted, { method: "post" });
  };
  const touch = useTouchDrag(move);
  const pressed = useRestoredFocus(list, order);
  const drop = (event: DragEvent, onto: string) => {
    event.preventDefault();
    if (!draggedId || draggedId === onto) return;
    move(draggedId, onto);
    setDragged(null);
  };
  const chooseStyle = (id: string) => {
    if (id === draggedId || id === touch.draggedId) return "opacity-50";
    return id === touch.overId ? "outline-3 outline-offset-2 outline-ring" : "";
  };
  return (
    <ol ref={list} className="photo-list">
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
            className={`card overflow-hidden ${chooseStyle(id)}`.trim()}
          >
            <PhotoCard
              photo={photo}
              altResult={altResult}
              number={at + 1}
              count={order.length}
              handle={touch.makeHandle(id)}
              onPress={(press) => {
                pressed.current = { id, press };
                if (press === "remove") onRemove(id);
              }}
            />
          </li>
        ) : null;
      })}
      {children}
    </ol>
  );
}

/**
 * Moving a photo moves its buttons in the DOM, and they lose the focus. This restores it, so that
 * three presses of "later" move the photo by three.
 */
function useRestoredFocus(
  list: React.RefObject<HTMLOListElement | null>,
  order: readonly string[],
) {
  const pressed = useRef<{ id: string; press: string } | null>(null);
  const asOrdered = order.join();
  useEffect(() => {
    const { id, press } = pressed.current ?? {};
    pressed.current = null;
    const card = list.current?.querySelector(`[data-photo="${id}"]`);
    const button =
      card?.querySelector<HTMLElement>(`button[value="${press}"]:not(:disabled)`) ??
      card?.querySelector<HTMLElement>(`button[name=${PRESS_CONTROL}]:not(:disabled)`);
    if (document.activeElement === document.body || card?.contains(document.activeElement))
      button?.focus();
  }, [list, asOrdered]);
  return pressed;
}

type PhotoCardProps = {
  photo: AlbumPhoto;
  altResult: FormResult | undefined;
  number: number;
  count: number;
  handle: ReturnType<ReturnType<typeof useTouchDrag>["makeHandle"]>;
  onPress: (press: string) => void;
};

function PhotoCard(props: PhotoCardProps) {
  const { photo, altResult, number, count, handle, onPress } = props;
  return (
    <>
      <div className="photo-list__picture cursor-grab">
        <Picture
          source={buildPhotoSource(photo)}
          alt={photo.alt || m.seller_photo_nth({ number, count })}
          sizes="(min-width: 1280px) 270px, (min-width: 640px) 45vw, 90vw"
        />
        {number === 1 && (
          <span className="chip chip--ink absolute top-2 left-2">{m.seller_photo_cover()}</span>
        )}
        {/* Dragging by this handle is for touch; elsewhere a finger scrolls the page. Keyboards
            and mice have their own ways. */}
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
      <PhotoButtons {...{ photo, number, count, onPress }} />
      {photo.alt !== undefined && (
        <Description photo={photo} alt={photo.alt} number={number} result={altResult} />
      )}
    </>
  );
}

type MoveButton = {
  press: AlbumPress;
  Icon: LucideIcon;
  name: (numbered: { number: number }) => string;
  isOff: boolean;
};

function PhotoButtons({
  photo,
  number,
  count,
  onPress,
}: Omit<PhotoCardProps, "handle" | "altResult">) {
  const buttons: MoveButton[] = [
    { press: "earlier", Icon: ArrowLeft, name: m.seller_photo_earlier, isOff: number === 1 },
    { press: "first", Icon: Star, name: m.seller_photo_first, isOff: number === 1 },
    { press: "later", Icon: ArrowRight, name: m.seller_photo_later, isOff: number === count },
    { press: "remove", Icon: Trash2, name: m.seller_photo_delete, isOff: false },
  ];
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex justify-between px-2 py-1"
      // Not in a click handler: a card that is removed by the click would take its form with it,
      // unsent.
      onSubmit={({ nativeEvent: { submitter } }) => {
        if (submitter instanceof HTMLButtonElement) onPress(submitter.value);
      }}
    >
      <input type="hidden" name="photo" value={photo.id} />
      {buttons.map(({ press, Icon, name, isOff }) => (
        <button
          key={press}
          className="icon-button"
          {...sends(press)}
          disabled={isOff}
          aria-label={name({ number })}
        >
          <Icon className="icon" aria-hidden />
        </button>
      ))}
    </Form>
  );
}

function Description({
  photo,
  alt,
  number,
  result,
}: {
  photo: AlbumPhoto;
  alt: string;
  number: number;
  result: FormResult | undefined;
}) {
  const form = `alt-${photo.id}`;
  const { typed, error } = findRefused(result, form, "alt");
  return (
    <Form method="post" preventScrollReset className="flex items-end gap-2 p-4 pt-2">
      <input type="hidden" name="photo" value={photo.id} />
      <TextField
        id={`${form}-alt`}
        key={alt}
        className="min-w-0 flex-1"
        name="alt"
        label={m.seller_photo_alt({ number })}
        maxLength={200}
        defaultValue={typed ?? alt}
        error={error}
        placeholder={m.seller_photo_alt_hint()}
      />
      <CommandButton<DescribedAlbumPress>
        press="describe"
        variant="ghost"
        size="sm"
        aria-label={m.seller_photo_alt_save({ number })}
      >
        {m.seller_photo_save()}
      </CommandButton>
    </Form>
  );
}

/** Within this distance from the top or the bottom of the screen a drag scrolls the page. */
const EDGE_PX = 90;
const SCROLL_STEP_PX = 14;

/** The attribute by which the drop target under the finger is found. */
const PHOTO_ATTRIBUTE = "data-photo";

/**
 * Dragging by a handle with a finger or a pen, which the browser's own drag and drop does not
 * support. Mice use the browser's. `drop` gets the ids of the dragged photo and of the one it was
 * dropped on.
 */
function useTouchDrag(drop: (draggedId: string, ontoId: string) => void) {
  const [dragged, setDragged] = useState<{ id: string; overId: string | null } | null>(null);
  const pointerY = useRef(0);
  const isDragging = dragged !== null;

  useEffect(() => {
    if (!isDragging) return;
    // A finger that rests at the edge sends no events, so animation frames scroll the page.
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
      setDragged({ id, overId: photoUnder(event) });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (!isDragging) return;
      const overId = photoUnder(event);
      setDragged(null);
      if (overId !== null && overId !== id) drop(id, overId);
    },
    onPointerCancel: () => setDragged(null),
  });
  return { draggedId: dragged?.id ?? null, overId: dragged?.overId ?? null, makeHandle };
}

function photoUnder({ clientX, clientY }: { clientX: number; clientY: number }): string | null {
  const card = document.elementFromPoint(clientX, clientY)?.closest(`[${PHOTO_ATTRIBUTE}]`);
  return card?.getAttribute(PHOTO_ATTRIBUTE) ?? null;
}
