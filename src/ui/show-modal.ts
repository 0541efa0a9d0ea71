import { afterPaint } from "./after-paint.ts";
import { focusFirst } from "./modal-focus.ts";

/**
 * Shows a closed dialog as a modal. What is behind it becomes inert after it was painted, since the
 * browser then works out the style of every element of the page anew; until then it stands in the top
 * layer as a popover. Whatever a person does meanwhile finds the modal: its Esc, its ring of focus and
 * the page behind out of reach. Gives back what takes it back, as long as it is not yet a modal.
 */
export function showModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement as HTMLElement;
  const takeBack = () => {
    if (!dialog.popover) return;
    removeEventListener("keydown", settle, true);
    removeEventListener("pointerdown", settle, true);
    dialog.hidePopover();
    dialog.popover = null;
    // The modal gives the focus back to where it finds it.
    before.focus({ preventScroll: true });
  };
  const settle = () => {
    if (dialog.popover === null || !dialog.isConnected) return;
    takeBack();
    dialog.showModal();
    focusFirst(dialog);
  };
  if ("popover" in dialog) {
    dialog.popover = "manual";
    dialog.showPopover();
    // What a person does next comes after the dialog is all that it should be.
    addEventListener("keydown", settle, true);
    addEventListener("pointerdown", settle, true);
    afterPaint(settle);
  } else {
    // A browser without popovers.
    settle();
  }
  return takeBack;
}
