import { m } from "#messages/messages.js";

/**
 * Whether a dealership gets leads, whether its ads lack its licence number, and whether it is a
 * demo.
 */
export function ActiveChips({
  active,
  isDemo,
  licenceNumber,
}: {
  active: boolean;
  isDemo: boolean;
  licenceNumber: string | null;
}) {
  return (
    <p className="flex flex-wrap gap-2">
      <span className={active ? "chip chip--ok" : "chip chip--warn"}>
        {active ? m.dealership_takes() : m.dealership_paused()}
      </span>
      {licenceNumber === null && (
        <span className="chip chip--warn">{m.dealership_licence_none()}</span>
      )}
      {isDemo && <span className="chip chip--outline">{m.dealership_demo()}</span>}
    </p>
  );
}
