const FOCUSABLE =
  "a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex='0']";

function focusableIn(dialog: HTMLElement): HTMLElement[] {
  return [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (element) => element.getClientRects().length > 0,
  );
}

/**
 * Sets the first focus of a dialog: the element that asks for it, else the first field, else the
 * heading.
 */
export function focusFirst(dialog: HTMLElement): void {
  const first =
    dialog.querySelector<HTMLElement>("[data-first-focus]") ??
    dialog.querySelector<HTMLElement>(
      "input:not([type=hidden]):not([disabled]), select:not([disabled]), textarea:not([disabled])",
    ) ??
    dialog.querySelector<HTMLElement>("[data-dialog-title]");
  first?.focus();
}

/**
 * Keeps the Tab key inside the dialog. showModal() alone lets the focus leave to the browser's own
 * toolbar, where a person who cannot see the page would not know that a dialog is still open.
 */
export function trapTab(
  event: Pick<KeyboardEvent, "key" | "shiftKey" | "currentTarget" | "preventDefault">,
): void {
  if (event.key !== "Tab") return;
  const controls = focusableIn(event.currentTarget as HTMLElement);
  const first = controls[0];
  const last = controls.at(-1);
  if (!first || !last) {
    event.preventDefault();
    return;
  }
  const active = document.activeElement;
  const isOutsideTheRing = !controls.some((control) => control === active);
  if (event.shiftKey && (active === first || isOutsideTheRing)) {
    event.preventDefault();
    last.focus();
  } else if (!event.shiftKey && active === last) {
    event.preventDefault();
    first.focus();
  }
}

/** Whether a press was on the scrim: the backdrop belongs to the dialog, but is outside its box. */
export function isOnScrim(
  event: Pick<MouseEvent, "target" | "currentTarget" | "clientX" | "clientY">,
): boolean {
  const { target, currentTarget } = event;
  return target === currentTarget && isOutside(currentTarget as HTMLElement, event);
}

export function isOutside(
  dialog: HTMLElement,
  { clientX, clientY }: Pick<MouseEvent, "clientX" | "clientY">,
): boolean {
  const box = dialog.getBoundingClientRect();
  return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
}
