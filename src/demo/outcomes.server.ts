import type { LeadStatus } from "#domain/lead/lead.ts";
import { listOutcomeReasons } from "#domain/lead/outcome-reasons.server.ts";
import { setOutcome } from "#domain/lead/set-outcome.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { staffId } from "./accounts.ts";

const SOLD_VALUES_CAD = [18_450, 24_900, 21_300] as const;

/** How a request of the demo ended, if the stage that it just reached is an end. */
export async function recordDemoOutcome(
  reference: string,
  { status, seed }: { status: LeadStatus; seed: number },
): Promise<void> {
  const by = { id: staffId(seed), role: "staff" } as const;
  const endedOn = today();
  if (status === "delivered") {
    const soldValueCad = SOLD_VALUES_CAD[seed % SOLD_VALUES_CAD.length] ?? null;
    const outcome = { result: "won", soldValueCad, lender: null, endedOn } as const;
    await setOutcome({ reference, by, outcome, note: "" });
  }
  if (status === "closed") {
    const reasons = await listOutcomeReasons();
    const reason = reasons[seed % reasons.length];
    if (!reason) return;
    const outcome = { result: "lost", reasonId: reason.id, endedOn } as const;
    await setOutcome({ reference, by, outcome, note: "" });
  }
}
