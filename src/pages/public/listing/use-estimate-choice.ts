import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { type EstimateChoice, readEstimateChoice, writeEstimateChoice } from "./buyer-estimate.ts";

type Car = Parameters<typeof readEstimateChoice>[1];

/** An address is written once the hand rests; a slider passes many values on its way. */
const WRITE_AFTER_MS = 300;

/**
 * The choice as the address has it, changed at once where script runs. The address follows without
 * a navigation: nothing of the page depends on it but this.
 */
export function useEstimateChoice(car: Car) {
  const { search } = useLocation();
  const [choice, setChoice] = useState(() => readEstimateChoice(new URLSearchParams(search), car));
  const written = writeEstimateChoice(choice, car).toString();
  useEffect(() => {
    const timer = setTimeout(() => {
      const address = `${location.pathname}${written ? `?${written}` : ""}${location.hash}`;
      if (location.search.slice(1) !== written) history.replaceState(history.state, "", address);
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [written]);
  const change = (part: Partial<EstimateChoice>) => setChoice((now) => ({ ...now, ...part }));
  return { choice, change };
}
