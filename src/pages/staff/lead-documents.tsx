import { useNavigation } from "react-router";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import type { PressName } from "#pages/command/press.ts";
import { paths } from "#site/paths.ts";
import { Button } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import type { LeadDocumentsView } from "./lead-documents.server.ts";

/** The documents that the applicant sent, and the form to ask for more. */
export function LeadDocuments(props: {
  documents: LeadDocumentsView;
  action: string;
  press: PressName | null;
  mayOpen: boolean;
}) {
  const {
    documents: { sent, kinds },
    action,
    press,
    mayOpen,
  } = props;
  const isBusy = useNavigation().state !== "idle";
  return (
    <>
      {sent.length === 0 ? (
        <p className="small muted">{m.staff_documents_none()}</p>
      ) : (
        <ul className="grid gap-1.5">
          {sent.map(({ id, name, at }) => (
            <li key={id}>
              {mayOpen ? <Link to={paths.staffDocument(id)}>{name}</Link> : name}{" "}
              <span className="fine-print muted figures">{at}</span>
            </li>
          ))}
        </ul>
      )}
      <CommandForm press={press} action={action} preventScrollReset className="mt-4 print:hidden">
        <fieldset>
          <legend className="small">{m.staff_documents_ask()}</legend>
          {kinds.map(({ kind, name }) => (
            <label key={kind} className="checkbox-row">
              <input type="checkbox" name="document" value={kind} />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" variant="ghost" size="sm" className="mt-2" busy={isBusy}>
          {m.staff_documents_send()}
        </Button>
      </CommandForm>
    </>
  );
}
