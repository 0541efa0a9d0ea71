import { type ComponentType, useState } from "react";

/**
 * A component, such as a dialog, that is fetched when a press first needs it. The returned function
 * fetches it and resolves to whether it is there; if not, the caller leads to a page that needs no
 * script.
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
