/**
 * The `handle` of a page that is mainly read. Its script is fetched when a visitor first touches a
 * control that needs it (src/starting-script.ts), and never if none is touched.
 */
export const SCRIPT_ON_DEMAND = { script: "on demand" } as const;

export function isOnDemand(handle: unknown): boolean {
  return (
    typeof handle === "object" &&
    handle !== null &&
    "script" in handle &&
    handle.script === SCRIPT_ON_DEMAND.script
  );
}

/** For every control that does more with a script than without, and may be on such a page. */
export const NEEDS_SCRIPT = { "data-needs-script": "" } as const;

/** The event on the window when the page's script has hydrated its controls. */
export const HYDRATED = "hydrated";
