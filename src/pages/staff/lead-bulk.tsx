import { CircleAlert, CircleCheck } from "lucide-react";
import { Form } from "react-router";
import { LEAD_STATUSES } from "#domain/lead/lead.ts";
import { statusWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { sends } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import type { LeadsChanged } from "./leads.server.ts";

/** The form that the boxes beside the rows belong to. */
export const BULK_FORM_ID = "lead-bulk";

/** What is done to all chosen leads; shown by the style while any is chosen. */
export function LeadBulk({
  action,
  owners,
  mayExport,
}: {
  action: string;
  owners: readonly { value: string; text: string }[];
  mayExport: boolean;
}) {
  return (
    <Form
      method="post"
      action={action}
      id={BULK_FORM_ID}
      className="lead-bulk"
      aria-label={m.inbox_bulk_label()}
    >
      <SelectField id="bulk-stage" name="stage" label={m.inbox_bulk_stage()} defaultValue="">
        <option value="">{m.inbox_bulk_choose()}</option>
        {LEAD_STATUSES.map((stage) => (
          <option key={stage} value={stage}>
            {statusWord(stage, getLocale())}
          </option>
        ))}
      </SelectField>
      <Button type="submit" size="sm" {...sends("move-leads")}>
        {m.inbox_bulk_move()}
      </Button>
      <SelectField id="bulk-owner" name="to" label={m.inbox_bulk_owner()}>
        <option value="">{m.inbox_owner_none()}</option>
        {owners.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
      <Button type="submit" size="sm" variant="dark" {...sends("assign-leads")}>
        {m.inbox_bulk_assign()}
      </Button>
      {mayExport && (
        <Button
          type="submit"
          size="sm"
          variant="ghost"
          className="col-span-full"
          {...sends("export-leads")}
        >
          {m.inbox_bulk_export()}
        </Button>
      )}
    </Form>
  );
}

/** Where the leads went that are not in the list any more, and the way back. */
export function BulkAnswer({
  changed,
  refused,
  action,
}: {
  changed: LeadsChanged | null;
  refused: string | null;
  action: string;
}) {
  if (refused)
    return (
      <p className="notice notice--bad" role="alert">
        <CircleAlert className="icon" aria-hidden />
        {refused}
      </p>
    );
  if (!changed) return null;
  return (
    <div className="notice notice--ok flex-wrap items-center" role="status">
      <CircleCheck className="icon" aria-hidden />
      {changed.text}
      {changed.undo && (
        <CommandForm press={changed.undo.press} action={action}>
          {changed.undo.changes.map((change) => (
            <input key={change} type="hidden" name="lead" value={change} />
          ))}
          <button type="submit" className="link min-h-9 font-semibold">
            {m.inbox_bulk_undo()}
          </button>
        </CommandForm>
      )}
    </div>
  );
}
