import type { Risk } from "#domain/incident/incident.ts";
import { m } from "#messages/messages.js";

const RISKS: Record<Risk, { tone: string; say: () => string }> = {
  not_assessed: { tone: "chip--warn", say: m.incident_risk_not_assessed },
  real: { tone: "chip--bad", say: m.incident_risk_real },
  none: { tone: "chip--ok", say: m.incident_risk_none },
};

/** Whether an incident is open, and the risk to people that staff decided on. */
export function IncidentChips({ isOpen, risk }: { isOpen: boolean; risk: Risk }) {
  const { tone, say } = RISKS[risk];
  return (
    <span className="flex flex-wrap gap-2">
      <span className={`chip ${isOpen ? "chip--info" : "chip--outline"}`}>
        {isOpen ? m.incident_chip_open() : m.incident_chip_closed()}
      </span>
      <span className={`chip ${tone}`}>{say()}</span>
    </span>
  );
}
