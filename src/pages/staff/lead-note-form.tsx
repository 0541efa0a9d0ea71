import { Form, useNavigation } from "react-router";
import { LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead-status.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { Button } from "#ui/button.tsx";
import { statusWord } from "./inbox-words.ts";
import type { LeadPostProblem } from "./lead-post.server.ts";

/** The stages above the form are its buttons too. */
export const UPDATE_FORM_ID = "lead-update";

/** A note, a new stage, or both as one entry of the history. */
export function LeadNoteForm(props: {
  status: LeadStatus;
  action: string;
  problem: LeadPostProblem | null;
}) {
  const { status, action, problem } = props;
  const isBusy = useNavigation().state !== "idle";
  const locale = getLocale();
  return (
    <Form
      id={UPDATE_FORM_ID}
      method="post"
      action={action}
      preventScrollReset
      className="grid gap-3"
    >
      <input type="hidden" name="seen" value={status} />
      <div className="f">
        <label htmlFor="note">
          {m.staff_note_label()} <span className="opt">{m.staff_note_optional()}</span>
        </label>
        <textarea
          className="in min-h-19"
          id="note"
          name="note"
          defaultValue={problem?.note}
          aria-invalid={problem?.problem.startsWith("note_") || undefined}
          aria-describedby={problem ? "lead-problem" : undefined}
        />
      </div>
      <div className="f">
        <label htmlFor="status">{m.staff_status_label()}</label>
        <select className="in" id="status" name="status" defaultValue={status}>
          {LEAD_STATUSES.map((stage) => (
            <option key={stage} value={stage}>
              {statusWord(stage, locale)}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" look="dark" block busy={isBusy}>
        {m.staff_save()}
      </Button>
    </Form>
  );
}
