import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import { isOnScrim, trapTab } from "./modal-focus.ts";

/**
 * A dialog that is sent open as part of its page, and becomes a modal over it if JavaScript runs:
 * its title gets the focus, and Esc leads to `cancelHref`.
 */
export function useModalPage(
  cancelHref: string,
  /** Whether a press beside the dialog leads there too. */
  { leavesOnScrim = false }: { leavesOnScrim?: boolean } = {},
) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    dialog.current?.close();
    dialog.current?.showModal();
    title.current?.focus();
  }, []);
  const cancel = () => void navigate(cancelHref);
  return {
    title,
    dialogProps: {
      open: true,
      ref: dialog,
      onCancel: (event: React.SyntheticEvent) => {
        event.preventDefault();
        cancel();
      },
      onKeyDown: trapTab,
      onClick: (event: React.MouseEvent<HTMLDialogElement>) => {
        if (leavesOnScrim && isOnScrim(event)) cancel();
      },
    },
  };
}
