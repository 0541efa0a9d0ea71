import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in what the server sends and while it comes to life, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
