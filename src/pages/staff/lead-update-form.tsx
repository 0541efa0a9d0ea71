import { LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import type { FormView } from "#forms/view-model.ts";
import type { PressName } from "#pages/command/press.ts";
import { PageForm } from "#pages/form/page-form.tsx";
import { SelectField } from "#ui/field.tsx";
import { statusWord } from "#domain/lead/lead-words.ts";

/** The stage buttons above the form belong to it too. */
const UPDATE_FORM_ID = "lead-update";

/** A note, a new stage, or both, stored as one entry of the history. */
export function LeadNoteForm(props: { status: LeadStatus; action: string; view: FormView }) {
  const { status, action, view } = props;
  const locale = getLocale();
  return (
    <PageForm
      id={UPDATE_FORM_ID}
      view={view}
      action={action}
      preventScrollReset
      hidden={{ seen: status }}
      submit={m.staff_save()}
      variant="dark"
      block
    >
      <SelectField name="status" label={m.staff_status_label()} defaultValue={status}>
        {LEAD_STATUSES.map((stage) => (
          <option key={stage} value={stage}>
            {statusWord(stage, locale)}
          </option>
        ))}
      </SelectField>
    </PageForm>
  );
}

/**
 * The stages in order; a press moves the lead to that stage, also to an earlier one. The buttons
 * belong to the note's form, so that a note typed below is sent with the move.
 */
export function LeadPipeline({ status, press }: { status: LeadStatus; press: PressName | null }) {
  const locale = getLocale();
  return (
    <ol
      className="lead-stages max-sm:mx-4 print:hidden"
      aria-label={m.staff_pipeline_label()}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a phone, and holds no button then
      tabIndex={press === null ? 0 : undefined}
    >
      {LEAD_STATUSES.map((stage) => (
        <li key={stage} className={`flex p-0 ${stage === status ? "lead-stages__current" : ""}`}>
          {stage === status || press === null ? (
            <span
              className="m-auto px-2.5 py-[9px]"
              aria-current={stage === status ? "step" : undefined}
            >
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
