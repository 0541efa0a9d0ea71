import { UserRound } from "lucide-react";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import type { OwnerView } from "./lead-owner.server.ts";

type OwnerPresses = Readonly<Record<"take" | "let-go" | "assign", PressName | null>>;

/** Who works on the lead, with the buttons to take it, let it go, or give it to somebody. */
export function LeadOwner(props: { owner: OwnerView; action: string; presses: OwnerPresses }) {
  const { owner, action, presses } = props;
  const { ownerId, ownerName, isViewer, team } = owner;
  const posts = { action, fields: { seen: ownerId ?? "" }, preventScrollReset: true } as const;
  return (
    <section
      aria-label={m.assignment_owner()}
      className="mx-4 flex flex-wrap items-end gap-x-6 gap-y-3 rounded-md bg-muted px-4 py-3 sm:mx-6"
    >
      <p className="flex items-center gap-2 py-2">
        <UserRound className="icon size-4" aria-hidden />
        <span>
          <span className="small muted block">{m.assignment_owner()}</span>
          <b className="wrap-anywhere">
            {ownerId === null ? m.assignment_nobody() : isViewer ? m.assignment_yours() : ownerName}
          </b>
        </span>
      </p>
      {ownerId === null && (
        <CommandForm press={presses.take} {...posts} className="print:hidden">
          <Button type="submit">{m.assignment_take()}</Button>
        </CommandForm>
      )}
      {isViewer && (
        <CommandForm press={presses["let-go"]} {...posts} className="print:hidden">
          <Button type="submit" variant="ghost">
            {m.assignment_let_go()}
          </Button>
        </CommandForm>
      )}
      <CommandForm
        // A select keeps what was chosen in it: another owner needs another one.
        key={ownerId}
        press={presses.assign}
        {...posts}
        className="flex items-end gap-2 max-sm:w-full sm:ml-auto print:hidden"
      >
        <div className="field min-w-0 flex-1">
          <label htmlFor="assign-to">{m.assignment_give_label()}</label>
          <select id="assign-to" name="to" className="control" defaultValue={ownerId ?? ""}>
            <option value="">{m.assignment_give_nobody()}</option>
            {team.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" variant="dark">
          {m.assignment_give()}
        </Button>
      </CommandForm>
    </section>
  );
}
