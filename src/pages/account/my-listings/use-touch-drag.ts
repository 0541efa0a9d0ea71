import { type PointerEvent, useEffect, useRef, useState } from "react";

/** So near the top or the bottom of the screen a drag scrolls the page. */
const EDGE_PX = 90;
const SCROLL_STEP_PX = 14;

/** The attribute by which a place to drop on is found under the finger. */
const PLACE = "data-photo";

/**
 * Dragging by a handle with a finger or a pen, which the browser's own drag and drop leaves out. The
 * mouse has that one. `drop` is told what was let go on what.
 */
export function useTouchDrag(drop: (draggedId: string, ontoId: string) => void) {
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

  const handleOf = (id: string) => ({
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
  return { draggedId: dragged?.id ?? null, overId: dragged?.overId ?? null, handleOf };
}

function placeUnder({ clientX, clientY }: { clientX: number; clientY: number }): string | null {
  const place = document.elementFromPoint(clientX, clientY)?.closest(`[${PLACE}]`);
  return place?.getAttribute(PLACE) ?? null;
}
