import { Store } from "lucide-react";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import type { LeadView } from "./lead-view.server.ts";

/**
 * The dealership that has the lead, or the one that staff can pass it on to, or that there is none.
 */
export function LeadMatch({
  match,
  passOn,
  action,
  press,
}: Pick<LeadView, "match" | "passOn"> & { action: string; press: PressName | null }) {
  if (!match && passOn && press)
    return (
      <CommandForm press={press} action={action} className="grid gap-3" preventScrollReset>
        <p className="small">{m.staff_pass_on_text(passOn)}</p>
        <div className="print:hidden">
          <Button type="submit" variant="dark">
            {m.staff_pass_on()}
          </Button>
        </div>
      </CommandForm>
    );
  if (!match) return <p className="small muted">{m.staff_match_none()}</p>;
  const where = [match.location, match.distance].filter(Boolean);
  return (
    <div className="lead-panel__match items-start p-4">
      <Store className="icon size-6 mt-0.5" aria-hidden />
      <div>
        <b>{match.name}</b>
        <p className="small muted">{where.join(" · ")}</p>
        <p className="small flex items-center mt-1 flex-wrap gap-x-4 gap-y-0">
          <a className="figures inline-block py-1" href={`tel:${match.phone.number}`}>
            {match.phone.text}
          </a>
          <a className="inline-block py-1 wrap-anywhere" href={`mailto:${match.email}`}>
            {match.email}
          </a>
        </p>
      </div>
    </div>
  );
}
