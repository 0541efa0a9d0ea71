import { Form } from "react-router";
import { LEAD_STATUSES, type LeadStatus } from "#backoffice/lead/lead-status.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { statusWord } from "./inbox-words.ts";

/** The stages in order; pressing one moves the lead there, pressing the earlier one moves it back. */
export function LeadPipeline({ status, action }: { status: LeadStatus; action: string }) {
  const locale = getLocale();
  return (
    <Form method="post" action={action} preventScrollReset className="print:hidden">
      <input type="hidden" name="seen" value={status} />
      <ol className="pipe" aria-label={m.staff_pipeline_label()}>
        {LEAD_STATUSES.map((stage) => (
          <li key={stage} className={`flex p-0 ${stage === status ? "on" : ""}`}>
            {stage === status ? (
              <span className="m-auto px-2.5 py-[9px]" aria-current="step">
                {statusWord(stage, locale)}
              </span>
            ) : (
              <button
                className="min-h-11 flex-1 cursor-pointer px-2.5 -outline-offset-3 hover:text-foreground"
                name="status"
                value={stage}
                title={m.staff_move_to({ stage: statusWord(stage, locale) })}
              >
                {statusWord(stage, locale)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </Form>
  );
}
