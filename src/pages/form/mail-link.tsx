import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";
import { MailCheck } from "lucide-react";

/** The page for a link from an e-mail that was used, expired, or was replaced by a newer one. */
export function LinkUsedUp({ again }: { again: string }) {
  return (
    <NarrowPage title={m.account_link_used_title()}>
      <p>{m.account_link_used_text()}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link className="button" to={again}>
          {m.account_link_again()}
        </Link>
        <Link className="button button--ghost" to={paths.signIn()}>
          {m.account_sign_in_title()}
        </Link>
      </div>
    </NarrowPage>
  );
}

/** Says that an e-mail was sent; in the demo it is in the outbox. */
export function MailSent(props: { title: string; text: string; hasOutbox: boolean }) {
  return (
    <NarrowPage title={props.title}>
      <p className="flex gap-3" role="status">
        <MailCheck className="icon size-6 shrink-0" aria-hidden />
        <span className="wrap-anywhere">{props.text}</span>
      </p>
      <p className="muted mt-4">{m.account_mail_not_there()}</p>
      {props.hasOutbox && (
        <p className="mt-4">
          <Link className="link" to={paths.demoOutbox()}>
            {m.account_open_outbox()}
          </Link>
        </p>
      )}
    </NarrowPage>
  );
}
