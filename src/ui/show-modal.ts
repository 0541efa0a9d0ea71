import { afterPaint } from "./after-paint.ts";
import { focusFirst, isOnScrim, isOutside, trapTab } from "./modal-focus.ts";

/**
 * Shows a closed dialog as a modal: the browser makes the page behind it inert, paints the scrim,
 * handles Esc and restores the focus; this adds the first focus, a Tab key that stays inside, and a
 * press on the scrim, which asks to close as Esc does.
 * The page behind becomes inert only after a paint, because the browser then computes the style of
 * every element again; until then the dialog is a popover in the top layer. The next key or press
 * of the person makes it a modal first, so that Esc, the Tab key and the inert page work as
 * expected. Returns a function that closes it again, as long as it is not a modal yet.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement as HTMLElement;
  const takeBack = () => {
    if (!hidePopover(dialog)) return;
    // The modal later restores the focus to the element that has it now.
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
    // A key or a press is handled only after the dialog has become a modal.
    addEventListener("keydown", settle, true);
    addEventListener("pointerdown", settle, true);
    afterPaint(() => settle());
  } else {
    // A browser without popovers.
    openModal(dialog);
  }
  return takeBack;
}

/** Closes what `showModal` opened, whether or not it is a modal yet. */
export function closeModal(dialog: HTMLDialogElement): void {
  hidePopover(dialog);
  dialog.close();
}

function openModal(dialog: HTMLDialogElement): void {
  dialog.showModal();
  focusFirst(dialog);
}

/** Returns whether it was a popover. */
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
    // Closing on pointerdown would let the rest of the press take the focus that was just restored.
    // A selection of text that ends on the scrim is not a press on it.
    if (startedOnScrim && isOnScrim(event)) askToClose(dialog);
  });
}

/**
 * For a press that began beside a popover: it has no backdrop, so the press reaches the page
 * behind.
 */
function closeAfterPress(dialog: HTMLDialogElement): void {
  const end = (event: MouseEvent) => {
    if (!isOutside(dialog, event)) return;
    event.preventDefault();
    event.stopPropagation();
    askToClose(dialog);
  };
  addEventListener("click", end, { capture: true, once: true });
}

/** As Esc does: the `cancel` event can prevent it. */
function askToClose(dialog: HTMLDialogElement): void {
  if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close();
}
