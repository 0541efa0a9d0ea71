import { Form } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { CommandButton } from "#pages/command/command-button.tsx";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import type { CreditPress } from "./credit-application.server.ts";

/** Asks a co-applicant once more before they decline: it cannot be undone. */
export function DeclineConfirmation(page: { applicant: string; action: string; backPath: string }) {
  const { applicant: name, action, backPath } = page;
  return (
    <NarrowPage title={m.co_applicant_decline_title({ name })}>
      <p>{m.co_applicant_decline_text({ name })}</p>
      <Form method="post" action={action} className="mt-5 flex flex-wrap gap-3">
        <CommandButton<CreditPress> press="decline">
          {m.co_applicant_decline_button()}
        </CommandButton>
        <Link className="button button--ghost" to={backPath}>
          {m.co_applicant_decline_back()}
        </Link>
      </Form>
    </NarrowPage>
  );
}

/** Shown instead of the form if a co-applicant's link has expired or was used. */
export function NoInvitation({ isDeclined }: { isDeclined: boolean }) {
  const title = isDeclined ? m.co_applicant_decline_done_title() : m.co_applicant_none_title();
  return (
    <NarrowPage title={title}>
      <p role="status">
        {isDeclined ? m.co_applicant_decline_done_text() : m.co_applicant_dead_link()}
      </p>
      <p className="mt-5">
        <Link className="button button--ghost" to={paths.creditApplication()}>
          {m.co_applicant_none_start()}
        </Link>
      </p>
    </NarrowPage>
  );
}
