import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useControlValue } from "#forms/page/use-control-value.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readVin } from "#values/vin.ts";
import type { VinResult } from "#domain/catalogue/vin-decoder/vin-fills.ts";

export type VinLookUpState =
  | { step: "idle" }
  | { step: "looking" }
  | { step: "answered"; result: VinResult }
  | { step: "failed" };

const IDLE: VinLookUpState = { step: "idle" };

type VinField = {
  /** Any element of the same form. */
  inside: RefObject<HTMLElement | null>;
  /** The name of the VIN's control. */
  control: string;
  /** A result that the server rendered already. */
  initial: VinResult | undefined;
};

/**
 * Looks up a VIN automatically when 17 valid characters were typed or pasted; a VIN that the page
 * was loaded with only on request. When the VIN changes, the last result is cleared.
 */
export function useVinLookUp({ inside, control, initial }: VinField): {
  state: VinLookUpState;
  lookUp: () => void;
} {
  const typed = useControlValue(inside, control);
  const [state, setState] = useState<VinLookUpState>(
    initial ? { step: "answered", result: initial } : IDLE,
  );
  const seen = useRef<string>(undefined);
  const asking = useRef<AbortController>(undefined);

  const ask = useCallback((text: string) => {
    asking.current?.abort();
    const abort = new AbortController();
    asking.current = abort;
    setState({ step: "looking" });
    postVin(text, abort.signal)
      .then((result) => setState({ step: "answered", result }))
      .catch(() => {
        if (!abort.signal.aborted) setState({ step: "failed" });
      });
  }, []);
  useEffect(() => () => asking.current?.abort(), []);
  useEffect(() => {
    if (typed === undefined) return;
    // A VIN typed before the page was hydrated counts as new too.
    seen.current ??= readControlValue(inside.current, control);
    if (seen.current === typed) return;
    seen.current = typed;
    const reading = readVin(typed);
    // oxlint-disable-next-line react/set-state-in-effect -- the call that starts here shows as looking
    if (reading.ok) ask(reading.vin);
    else {
      asking.current?.abort();
      setState(IDLE);
    }
  }, [typed, ask, inside, control]);
  return { state, lookUp: useCallback(() => ask(typed ?? ""), [ask, typed]) };
}

function readControlValue(inside: HTMLElement | null, name: string): string {
  const control = inside?.closest("form")?.elements.namedItem(name);
  return control instanceof HTMLInputElement ? control.defaultValue : "";
}

async function postVin(vin: string, signal: AbortSignal): Promise<VinResult> {
  const body = new URLSearchParams({ vin });
  const response = await fetch(hrefIn(paths.vinLookUp()), { method: "POST", body, signal });
  if (!response.ok && response.status !== 429) throw new Error("The VIN was not looked up.");
  return (await response.json()) as VinResult;
}
