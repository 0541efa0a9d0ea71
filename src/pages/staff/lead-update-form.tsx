import { Form, useNavigation } from "react-router";
import { LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { Button } from "#ui/button.tsx";
import { statusWord } from "#domain/lead/lead-words.ts";
import type { LeadPostRefusal, LeadRefusal } from "./lead-post.server.ts";

/** The stages above the form are its buttons too. */
const UPDATE_FORM_ID = "lead-update";

/** A note, a new stage, or both as one entry of the history. */
export function LeadNoteForm(props: {
  status: LeadStatus;
  action: string;
  refusal: LeadPostRefusal | null;
}) {
  const { status, action, refusal } = props;
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
      <div className="field">
        <label htmlFor="note">
          {m.staff_note_label()} <span className="field-optional">{m.staff_note_optional()}</span>
        </label>
        <textarea
          className="control min-h-19"
          id="note"
          name="note"
          defaultValue={refusal?.note}
          aria-invalid={refusal?.code.startsWith("note_") || undefined}
          aria-describedby={refusal ? "lead-error" : undefined}
        />
      </div>
      <div className="field">
        <label htmlFor="status">{m.staff_status_label()}</label>
        <select className="control" id="status" name="status" defaultValue={status}>
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

/**
 * The stages in order; pressing one moves the lead there, pressing the earlier one moves it back.
 * The buttons belong to the note's form, so that a note typed below goes with the move.
 */
export function LeadPipeline({ status }: { status: LeadStatus }) {
  const locale = getLocale();
  return (
    <ol className="lead-stages max-sm:mx-4 print:hidden" aria-label={m.staff_pipeline_label()}>
      {LEAD_STATUSES.map((stage) => (
        <li key={stage} className={`flex p-0 ${stage === status ? "lead-stages__current" : ""}`}>
          {stage === status ? (
            <span className="m-auto px-2.5 py-[9px]" aria-current="step">
              {statusWord(stage, locale)}
            </span>
          ) : (
            <button
              className="min-h-11 flex-1 cursor-pointer px-2.5 -outline-offset-3 hover:text-foreground"
              form={UPDATE_FORM_ID}
              name="move"
              value={stage}
              title={m.staff_move_to({ stage: statusWord(stage, locale) })}
            >
              {statusWord(stage, locale)}
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}

const WORDS: Record<LeadRefusal, () => string> = {
  not_found: m.staff_problem_not_found,
  nothing_to_save: m.staff_problem_nothing_to_save,
  note_too_long: m.staff_problem_note_too_long,
  note_unreadable: m.staff_problem_note_unreadable,
  note_holds_sin: () => m.forms_error_holds_sin({ name: m.staff_note_label() }),
  changed_meanwhile: m.staff_problem_changed_meanwhile,
  not_retried: m.staff_problem_not_retried,
  documents_no_kind: m.staff_problem_documents_no_kind,
  documents_no_email: m.staff_problem_documents_no_email,
  documents_too_many: m.staff_problem_documents_too_many,
  not_understood: m.staff_problem_not_understood,
};

export function describeRefusal(refusal: LeadRefusal): string {
  return WORDS[refusal]();
}
