import { type ComponentProps, type SyntheticEvent, useEffect, useRef } from "react";
import { isOnScrim, keepTabInside } from "./modal-focus.ts";
import { showModal } from "./show-modal.ts";

type ModalProps = Omit<ComponentProps<"dialog">, "open" | "onClose"> & {
  open: boolean;
  /** Esc, a press on the scrim or a close control: the caller sets `open` to false. */
  onClose: () => void;
};

/**
 * A native <dialog> as a modal: the browser makes the page behind inert, draws the scrim, listens
 * to Esc and gives the focus back; this adds the first focus, the ring of Tab and the scrim's press.
 */
export function Modal({ open, onClose, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const startedOnScrim = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) return showModal(element);
    element.close();
  }, [open]);

  const cancel = (event: SyntheticEvent) => {
    // Only Esc of this dialog: an event of a control inside (a file picker's cancel) bubbles here.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      {...rest}
      ref={dialog}
      onCancel={cancel}
      onClose={(event) => {
        if (event.target === event.currentTarget && open) onClose();
      }}
      onKeyDown={keepTabInside}
      onPointerDown={(event) => {
        startedOnScrim.current = isOnScrim(event);
      }}
      onClick={(event) => {
        // Closing on the way down would let the rest of the press take the focus just given back;
        // a selection of text that ends on the scrim is no press of it.
        if (startedOnScrim.current && isOnScrim(event)) onClose();
      }}
    />
  );
}
