import { LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead-status.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { statusWord } from "./inbox-words.ts";
import { UPDATE_FORM_ID } from "./lead-note-form.tsx";

/**
 * The stages in order; pressing one moves the lead there, pressing the earlier one moves it back.
 * The buttons belong to the note's form, so that a note typed below goes with the move.
 */
export function LeadPipeline({ status }: { status: LeadStatus }) {
  const locale = getLocale();
  return (
    <ol className="pipe max-sm:mx-4 print:hidden" aria-label={m.staff_pipeline_label()}>
      {LEAD_STATUSES.map((stage) => (
        <li key={stage} className={`flex p-0 ${stage === status ? "on" : ""}`}>
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
