import { type ComponentProps, type SyntheticEvent, useEffect, useRef } from "react";
import { showModal } from "./show-modal.ts";

type ModalProps = Omit<ComponentProps<"dialog">, "open" | "onClose"> & {
  open: boolean;
  /** Called on Esc, a press on the scrim or the close control: the caller sets `open` to false. */
  onClose: () => void;
};

/** A native <dialog> as a modal that is open while its caller passes `open`. */
export function Modal({ open, onClose, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) return showModal(element);
    element.close();
  }, [open]);

  const cancel = (event: SyntheticEvent) => {
    // Only the dialog's own event: one of a control inside (a file picker's cancel) bubbles here
    // too.
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
    />
  );
}
