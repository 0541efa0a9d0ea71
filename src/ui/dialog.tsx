import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { m } from "#messages/messages.js";
import { Modal } from "./modal.tsx";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  wide?: boolean;
  children: ReactNode;
};

/** A titled modal with a close control. Its content is mounted only while it is open. */
export function Dialog({ open, onClose, title, wide = false, children }: DialogProps) {
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      className={wide ? "dialog dialog--wide" : "dialog"}
      aria-labelledby={titleId}
    >
      {open && (
        <>
          <div className="dialog__head">
            <h2 id={titleId} tabIndex={-1} data-dialog-title>
              {title}
            </h2>
            <button
              type="button"
              className="icon-button"
              onClick={onClose}
              aria-label={m.ui_close()}
            >
              <X className="icon" aria-hidden />
            </button>
          </div>
          {children}
        </>
      )}
    </Modal>
  );
}
