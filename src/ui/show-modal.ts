import { afterPaint } from "./after-paint.ts";
import { focusFirst, isOnScrim, isOutside, trapTab } from "./modal-focus.ts";

/**
 * Shows a closed dialog as a modal: the browser makes the page behind inert, draws the scrim, listens
 * to Esc and gives the focus back; this adds the first focus, the ring of Tab and the scrim's press,
 * which asks to close as Esc does.
 *
 * What is behind it becomes inert after it was painted, since the browser then works out the style of
 * every element of the page anew; until then it stands in the top layer as a popover. Whatever a
 * person does meanwhile finds the modal: its Esc, its ring of focus and the page behind out of reach.
 * Gives back what takes it back, as long as it is not yet a modal.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement as HTMLElement;
  const takeBack = () => {
    if (!hidePopover(dialog)) return;
    // The modal gives the focus back to where it finds it.
    before.focus({ preventScroll: true });
  };
  const settle = (event?: Event) => {
    removeEventListener("keydown", settle, true);
    removeEventListener("pointerdown", settle, true);
    if (dialog.popover === null || !dialog.isConnected) return;
    takeBack();
    openModal(dialog);
    if (event instanceof PointerEvent && isOutside(dialog, event)) closeAfterPress(dialog);
  };
  if (dialog.open || dialog.popover) return takeBack;
  watch(dialog);
  if ("popover" in dialog) {
    dialog.popover = "manual";
    dialog.showPopover();
    // What a person does next comes after the dialog is all that it should be.
    addEventListener("keydown", settle, true);
    addEventListener("pointerdown", settle, true);
    afterPaint(() => settle());
  } else {
    // A browser without popovers.
    openModal(dialog);
  }
  return takeBack;
}

/** Closes what `showModal` showed, be it a modal by now or not yet. */
export function closeModal(dialog: HTMLDialogElement): void {
  hidePopover(dialog);
  dialog.close();
}

function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  focusFirst(dialog);
}

/** Whether it was one. */
function hidePopover(dialog: HTMLDialogElement): boolean {
  if (!dialog.popover) return false;
  dialog.hidePopover();
  dialog.popover = null;
  return true;
}

const watched = new WeakSet<HTMLDialogElement>();

function watch(dialog: HTMLDialogElement): void {
  if (watched.has(dialog)) return;
  watched.add(dialog);
  let startedOnScrim = false;
  dialog.addEventListener("keydown", trapTab);
  dialog.addEventListener("pointerdown", (event) => {
    startedOnScrim = isOnScrim(event);
  });
  dialog.addEventListener("click", (event) => {
    // Closing on the way down would let the rest of the press take the focus just given back; a
    // selection of text that ends on the scrim is no press of it.
    if (startedOnScrim && isOnScrim(event)) askToClose(dialog);
  });
}

/** For a press that began on the scrim of a popover, through which it falls on the page behind. */
function closeAfterPress(dialog: HTMLDialogElement): void {
  const end = (event: MouseEvent) => {
    if (!isOutside(dialog, event)) return;
    event.preventDefault();
    event.stopPropagation();
    askToClose(dialog);
  };
  addEventListener("click", end, { capture: true, once: true });
}

/** As Esc does. */
function askToClose(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}
