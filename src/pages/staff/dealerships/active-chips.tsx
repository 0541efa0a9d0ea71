import { m } from "#messages/messages.js";

/** Whether a dealership is given leads, and whether it is the demo's. */
export function ActiveChips({ active, isDemo }: { active: boolean; isDemo: boolean }) {
  return (
    <p className="flex flex-wrap gap-2">
      <span className={active ? "chip chip--ok" : "chip chip--warn"}>
        {active ? m.dealership_takes() : m.dealership_paused()}
      </span>
      {isDemo && <span className="chip chip--outline">{m.dealership_demo()}</span>}
    </p>
  );
}
