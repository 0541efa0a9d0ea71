import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react";
import { ToastRegion } from "./toast-region.tsx";

export type Toast = {
  message: string;
  /** `bad` stays until it is closed. */
  tone?: "ok" | "bad";
  /** SPEC §9: a bid's toast is shown top centre for 1.5 s, every other top right for 5 s. */
  kind?: "bid" | "other";
  /** A way back from what the message tells. Pressing it closes the toast. */
  action?: { label: string; onPress: () => void };
};

export type ShownToast = Toast & Required<Pick<Toast, "tone" | "kind">> & { id: number };

const ShowToast = createContext<(toast: Toast) => void>(() => {});

/** Shows a short message that asks for nothing. What a person must act on belongs in the page. */
export function useToast(): (toast: Toast) => void {
  return useContext(ShowToast);
}

let lastId = 0;

/** Holds the toasts of the whole site; stands once, around every page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  const show = useCallback((toast: Toast) => {
    lastId += 1;
    const shown: ShownToast = { tone: "ok", kind: "other", ...toast, id: lastId };
    setToasts((current) => [...current, shown]);
  }, []);
  const close = useCallback((id: number) => {
    setToasts((current) => current.filter((toast) => toast.id !== id));
  }, []);
  const [bids, others] = useMemo(
    () => [
      toasts.filter((toast) => toast.kind === "bid"),
      toasts.filter((toast) => toast.kind === "other"),
    ],
    [toasts],
  );
  return (
    <ShowToast value={show}>
      {children}
      <ToastRegion toasts={bids} onClose={close} centered />
      <ToastRegion toasts={others} onClose={close} />
    </ShowToast>
  );
}
