import { type RefObject, useEffect, useLayoutEffect, useState } from "react";

/**
 * The current value of another control of the same form; `undefined` before hydration and if the
 * form has no such control.
 */
export function useControlValue(
  inside: RefObject<HTMLElement | null>,
  name: string | undefined,
): string | undefined {
  const [value, setValue] = useState<string>();
  useIsomorphicLayoutEffect(() => {
    const form = inside.current?.closest("form");
    if (!form || name === undefined) return;
    const read = () => {
      const control = form.elements.namedItem(name);
      setValue(control && "value" in control ? String(control.value) : undefined);
    };
    read();
    form.addEventListener("input", read);
    form.addEventListener("change", read);
    return () => {
      form.removeEventListener("input", read);
      form.removeEventListener("change", read);
    };
  }, [inside, name]);
  return value;
}

/** Before the first paint in a browser; the server runs no effects and would only warn. */
const useIsomorphicLayoutEffect = typeof window === "undefined" ? useEffect : useLayoutEffect;
