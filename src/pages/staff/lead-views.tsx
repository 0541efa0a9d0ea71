import { Bookmark, Check, Trash2 } from "lucide-react";
import { Form } from "react-router";
import type { InboxView } from "#domain/inbox/inbox-views.server.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { sends } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { buildLeadListPath, FIRST_ADDRESS, type LeadListAddress, ME } from "./lead-list-address.ts";
import { NONE } from "#domain/inbox/inbox-filter.ts";
import type { LeadListPresses } from "./leads.server.ts";

type LeadViewsProps = {
  address: LeadListAddress;
  views: readonly InboxView[];
  presses: LeadListPresses;
  action: string;
  /** The name that was typed for a view that was not saved. */
  typed: string | null;
};

/** Lists under a name: those that every desk needs, the viewer's own, and the team's. */
export function LeadViews({ address, views, presses, action, typed }: LeadViewsProps) {
  const usual = [
    { text: m.inbox_view_mine(), change: { owner: ME } },
    { text: m.inbox_view_nobodys(), change: { owner: NONE } },
    { text: m.inbox_view_overdue(), change: { due: "overdue" } },
  ] as const;
  const current = views.find(({ id }) => id === address.view);
  return (
    <details className="lead-filters" name="lead-list" open={typed === null ? undefined : true}>
      <summary>
        <Bookmark className="icon size-4" aria-hidden />
        {current?.name ?? m.inbox_views()}
      </summary>
      <ul className="grid gap-1" aria-label={m.inbox_views()}>
        {usual.map(({ text, change }) => (
          <li key={text}>
            <Link
              className="lead-views__link"
              to={buildLeadListPath({ ...FIRST_ADDRESS, ...change })}
            >
              {text}
            </Link>
          </li>
        ))}
        {views.map(({ id, name, isOwn, isShared, ownerName }) => (
          <li key={id} className="flex items-center gap-2">
            <Link
              className="lead-views__link"
              to={buildLeadListPath({ ...FIRST_ADDRESS, view: id })}
              aria-current={id === address.view ? "true" : undefined}
            >
              {name}
              {isShared && (
                <span className="fine-print muted">
                  {" "}
                  {isOwn ? m.inbox_view_shared() : ownerName}
                </span>
              )}
            </Link>
            {isOwn && (
              <CommandForm press={presses["delete-view"]} action={action} fields={{ view: id }}>
                <button
                  type="submit"
                  className="icon-button"
                  aria-label={m.inbox_view_delete({ name })}
                >
                  <Trash2 className="icon size-4" aria-hidden />
                </button>
              </CommandForm>
            )}
          </li>
        ))}
      </ul>
      {presses["save-view"] && (
        <Form method="post" action={action} className="grid gap-2 pt-3 pb-2">
          <TextField
            name="name"
            id="view-name"
            label={m.inbox_view_name()}
            defaultValue={typed ?? (current?.isOwn ? current.name : "")}
            maxLength={60}
            required
          />
          <label className="checkbox-row">
            <input
              className="choice-input"
              type="checkbox"
              name="shared"
              value="1"
              defaultChecked={current?.isOwn && current.isShared}
            />
            <i aria-hidden />
            {m.inbox_view_share()}
          </label>
          <Button type="submit" size="sm" variant="dark" {...sends("save-view")}>
            <Check className="icon size-4" aria-hidden /> {m.inbox_view_save()}
          </Button>
        </Form>
      )}
    </details>
  );
}
