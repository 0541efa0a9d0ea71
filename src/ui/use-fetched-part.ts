import { type ComponentType, useState } from "react";

/**
 * A part of a page, such as a dialog, that is fetched when a press first needs it. The function
 * fetches it and tells whether it is there: where it is not, the caller leads to what needs no script.
 */
export function useFetchedPart<Props>(
  load: () => Promise<ComponentType<Props>>,
): [ComponentType<Props> | null, () => Promise<boolean>] {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const fetchPart = async () => {
    try {
      const loaded = await load();
      setPart(() => loaded);
      return true;
    } catch {
      return false;
    }
  };
  return [Part, fetchPart];
}
