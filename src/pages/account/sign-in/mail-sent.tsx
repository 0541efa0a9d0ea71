import { MailCheck } from "lucide-react";
import { useRouteLoaderData } from "react-router";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import type { LayoutData } from "#pages/public/layout/layout.server.ts";
import { Link } from "#ui/link.tsx";
import { NarrowPage } from "#ui/narrow-page.tsx";

/** A mail is on its way; in the demo it lies in the outbox. */
export function MailSent({ title, text }: { title: string; text: string }) {
  const layout = useRouteLoaderData<LayoutData>("pages/public/layout/layout.page");
  return (
    <NarrowPage title={title}>
      <p className="flex gap-3" role="status">
        <MailCheck className="ic l shrink-0" aria-hidden />
        <span className="wrap-anywhere">{text}</span>
      </p>
      <p className="muted mt-4">{m.account_mail_not_there()}</p>
      {layout?.isDemo && (
        <p className="mt-4">
          <Link className="link" to={paths.demoOutbox()}>
            {m.account_open_outbox()}
          </Link>
        </p>
      )}
    </NarrowPage>
  );
}
