/**
 * The `handle` of a page that is there to be read. Its script is fetched when a visitor first touches
 * a control that needs it (src/starting-script.ts), and never where none is touched.
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

/** For every control whose press does more with script than without, and may stand on such a page. */
export const NEEDS_SCRIPT = { "data-needs-script": "" } as const;

/** What the window hears once the page's script has taken over its controls. */
export const HYDRATED = "hydrated";
