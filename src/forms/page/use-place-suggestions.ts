import { useEffect, useState } from "react";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** As `GET /api/place-suggestions` answers. */
export type SuggestedPlace = { formatted: string; lat: number; lon: number; placeId: string };

export type SuggestedPlaces = {
  suggestions: readonly SuggestedPlace[];
  /** Whom to credit, in words; null where the footer does. */
  attribution: string | null;
};

/** SPEC.md §9. */
const DEBOUNCE_MS = 300;
const SHORTEST_TEXT = 2;
const NOTHING: SuggestedPlaces = { suggestions: [], attribution: null };

/**
 * Places for what has been typed, 300 ms after the last key. Null stops asking. A look-up that
 * fails suggests nothing: the field can always be filled by hand.
 */
export function usePlaceSuggestions(text: string | null): SuggestedPlaces {
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (text === null || text.trim().length < SHORTEST_TEXT) {
      setFound(NOTHING);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(() => {
      lookUp(text, abort.signal)
        .then(setFound)
        .catch(() => {
          if (!abort.signal.aborted) setFound(NOTHING);
        });
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return found;
}

async function lookUp(text: string, signal: AbortSignal): Promise<SuggestedPlaces> {
  const query = new URLSearchParams({ text });
  const response = await fetch(`${hrefIn(paths.placeSuggestions())}?${query}`, { signal });
  return response.ok ? ((await response.json()) as SuggestedPlaces) : NOTHING;
}
