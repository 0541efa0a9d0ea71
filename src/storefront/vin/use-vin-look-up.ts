import { useCallback, useEffect, useRef, useState } from "react";
import { paths } from "#paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { readVin } from "#vocabulary/vin.ts";
import type { VinAnswer } from "./vin-fills.ts";

export type VinLookUpState =
  | { step: "idle" }
  | { step: "looking" }
  | { step: "answered"; answer: VinAnswer }
  | { step: "failed" };

const IDLE: VinLookUpState = { step: "idle" };

/**
 * Looks a VIN up by itself as soon as 17 good characters were typed or pasted; one that stood there
 * from the start only when asked. Another VIN is another car: the last answer goes.
 * @param typed undefined until the page has come to life
 */
export function useVinLookUp(
  typed: string | undefined,
  given: VinAnswer | undefined,
): { state: VinLookUpState; lookUp: () => void } {
  const [state, setState] = useState<VinLookUpState>(
    given ? { step: "answered", answer: given } : IDLE,
  );
  const seen = useRef<string>(undefined);
  const asking = useRef<AbortController>(undefined);

  const ask = useCallback((text: string) => {
    asking.current?.abort();
    const abort = new AbortController();
    asking.current = abort;
    setState({ step: "looking" });
    postVin(text, abort.signal)
      .then((answer) => setState({ step: "answered", answer }))
      .catch(() => {
        if (!abort.signal.aborted) setState({ step: "failed" });
      });
  }, []);
  useEffect(() => () => asking.current?.abort(), []);
  useEffect(() => {
    if (typed === undefined) return;
    const reading = readVin(typed);
    const vin = reading.ok ? reading.vin : typed;
    if (seen.current === undefined || seen.current === vin) {
      seen.current = vin;
      return;
    }
    seen.current = vin;
    if (reading.ok) ask(vin);
    else {
      asking.current?.abort();
      setState(IDLE);
    }
  }, [typed, ask]);
  return { state, lookUp: useCallback(() => ask(typed ?? ""), [ask, typed]) };
}

async function postVin(vin: string, signal: AbortSignal): Promise<VinAnswer> {
  const body = new URLSearchParams({ vin });
  const response = await fetch(hrefIn(paths.vinLookUp()), { method: "POST", body, signal });
  if (!response.ok && response.status !== 429) throw new Error("The VIN was not looked up.");
  return (await response.json()) as VinAnswer;
}
