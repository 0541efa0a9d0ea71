import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useState,
  useEffect,
  useEffectEvent,
  useRef,
} from "react";
import { CircleAlert, CircleCheck, X } from "lucide-react";
import { m } from "#messages/messages.js";

type Toast = {
  message: string;
  /** `bad` stays until it is closed, except for a bid's: the bid's dialog still shows the error. */
  tone?: "ok" | "bad";
  /**
   * SPEC §9: a bid's toast is shown at the top centre for 1.5 s, every other at the top right for 5
   * s.
   */
  kind?: "bid" | "other";
  /** A button to undo what the message says. Pressing it closes the toast. */
  action?: { label: string; onPress: () => void };
};

type ShownToast = Toast & Required<Pick<Toast, "tone" | "kind">> & { id: number };

const ShowToast = createContext<(toast: Toast) => void>(() => {});

/**
 * Shows a short message that needs no reaction. What a person must react to belongs in the page.
 */
export function useToast(): (toast: Toast) => void {
  return useContext(ShowToast);
}

let lastId = 0;

/** Holds the toasts of the whole site; rendered once, around every page. */
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

const BID_TOAST_MS = 1_500;
const OTHER_TOAST_MS = 5_000;

type RegionProps = {
  toasts: readonly ShownToast[];
  onClose: (id: number) => void;
  centered?: boolean;
};

/**
 * The container of toasts. The live region is in the page from the start, because screen readers
 * only announce changes inside one; as a popover it is also above an open dialog.
 */
function ToastRegion({ toasts, onClose, centered = false }: RegionProps) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = region.current;
    if (!element?.showPopover) return;
    if (element.matches(":popover-open")) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts.length]);
  return (
    <>
      <div className="sr-only" role="status" aria-live="polite">
        {toasts.map((toast) => (
          <p key={toast.id}>{toast.message}</p>
        ))}
      </div>
      <div
        ref={region}
        popover="manual"
        className={centered ? "toasts toasts--center" : "toasts"}
        role="region"
        aria-label={centered ? m.ui_toasts_bid() : m.ui_toasts()}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onClose={() => onClose(toast.id)} />
        ))}
      </div>
    </>
  );
}

function ToastCard({ toast, onClose }: { toast: ShownToast; onClose: () => void }) {
  const [isHeld, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  const staysMs = toast.kind === "bid" ? BID_TOAST_MS : OTHER_TOAST_MS;
  useEffect(() => {
    if (isHeld || (toast.tone === "bad" && toast.kind !== "bid")) return;
    const timer = setTimeout(() => close(), staysMs);
    return () => clearTimeout(timer);
  }, [isHeld, staysMs, toast.tone, toast.kind]);
  const Icon = toast.tone === "bad" ? CircleAlert : CircleCheck;
  return (
    <div
      className={toast.tone === "bad" ? "toast toast--bad" : "toast"}
      data-toast={toast.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className="icon" aria-hidden />
      <span>{toast.message}</span>
      {toast.action && (
        <button
          type="button"
          className="link"
          onClick={() => {
            toast.action?.onPress();
            onClose();
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button type="button" className="icon-button" aria-label={m.ui_close()} onClick={onClose}>
        <X className="icon" aria-hidden />
      </button>
    </div>
  );
}
