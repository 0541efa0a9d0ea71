import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { TextField } from "#ui/field.tsx";
import { UNMATCHED_MAIL_DAYS } from "#values/retention.ts";
import { MailRest } from "./mail-rest.tsx";
import type { UnmatchedMail } from "./messages.server.ts";

/** The mails that belong to no lead yet, each with the form that says which. */
export function UnmatchedMails(props: {
  mails: readonly UnmatchedMail[];
  presses: Readonly<Record<"join-mail" | "delete-mail", PressName | null>>;
  action: string;
  /** What was typed for a mail, if there is no such lead. */
  refused: { id: string; typed: string } | null;
}) {
  const { mails, presses, action, refused } = props;
  if (mails.length === 0)
    return (
      <EmptyState title={m.staff_messages_none_title()}>
        <p>{m.inbound_mail_none()}</p>
      </EmptyState>
    );
  return (
    <>
      <p className="small muted mb-4">{m.inbound_mail_text({ days: UNMATCHED_MAIL_DAYS })}</p>
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <li key={mail.id} className="card grid gap-3 p-4">
            <div>
              <h2 className="text-label wrap-anywhere">{mail.subject}</h2>
              <p className="small muted wrap-anywhere">
                {mail.from} · <span className="figures">{mail.receivedAt}</span>
              </p>
            </div>
            <p className="wrap-anywhere whitespace-pre-wrap">{mail.text}</p>
            <MailRest mail={mail.rest} />
            <CommandForm
              press={presses["join-mail"]}
              action={action}
              className="grid gap-3"
              noValidate
            >
              <input type="hidden" name="mail" value={mail.id} />
              <TextField
                id={`reference-${mail.id}`}
                name="reference"
                label={m.inbound_mail_reference_label()}
                hint={m.inbound_mail_reference_hint()}
                defaultValue={refused?.id === mail.id ? refused.typed : ""}
                error={refused?.id === mail.id ? m.inbound_mail_reference_unknown() : undefined}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
              />
              <div>
                <Button type="submit" variant="dark">
                  {m.inbound_mail_join()}
                  <span className="sr-only">: {mail.subject}</span>
                </Button>
              </div>
            </CommandForm>
            <CommandForm press={presses["delete-mail"]} action={action}>
              <button className="button button--ghost button--small" name="mail" value={mail.id}>
                {m.inbound_mail_delete()}
                <span className="sr-only">: {mail.subject}</span>
              </button>
            </CommandForm>
          </li>
        ))}
      </ul>
    </>
  );
}
