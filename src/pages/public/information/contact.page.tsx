import { FactsTable } from "#ui/facts-table.tsx";
import { MessageCircle } from "lucide-react";
import type { Route } from "./+types/contact.page.ts";
import { m } from "#messages/messages.js";
import { CallBackSection } from "#pages/public/call-back/call-back-form.tsx";
import { mapAddress, organizationData, site } from "#site/site.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { PageHead } from "#ui/page-head.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { SCRIPT_ON_DEMAND } from "#ui/script-on-demand.ts";
import { ContactLines } from "./contact-lines.tsx";
import { describeHours, formatChatNumber } from "./contact.server.ts";
import stylesheet from "./reading.css?url";

export const links = () => [pageStyle(stylesheet)];

export const handle = SCRIPT_ON_DEMAND;

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: m.information_contact_title(),
    description: m.information_contact_description({ name: site.name }),
    structuredData: organizationData,
  });
}

export function loader({ context }: Route.LoaderArgs) {
  const { locale } = readVisitor({ context });
  return { chatNumber: formatChatNumber(), hours: describeHours(locale) };
}

export default function ContactPage({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page page-width">
      <PageHead title={m.information_contact_title()} lead={m.information_contact_lead()} />
      <div className="faq-beside-call-back">
        <div className="grid gap-5">
          <section className="card p-6">
            <h2 className="text-h3">{m.information_contact_write()}</h2>
            <div className="mt-3 leading-8">
              <ContactLines />
            </div>
            <p className="mt-3">
              <a href={mapAddress()} rel="noopener noreferrer">
                {m.information_contact_map()}
              </a>
            </p>
          </section>
          <section className="card p-6">
            <h2 className="text-h3">{m.information_contact_hours()}</h2>
            <FactsTable
              className="mt-3 mb-2"
              facts={loaderData.hours.map(({ days, times }) => ({
                name: days,
                value: times ?? m.information_contact_closed(),
              }))}
            />
            <p className="small muted">{m.information_contact_hours_note()}</p>
          </section>
          <section className="card p-6">
            <h2 className="text-h3">{m.information_contact_chat_title()}</h2>
            <p className="muted mt-2 mb-4">{m.information_contact_chat_text()}</p>
            <a
              className="button button--ghost"
              href={`https://wa.me/${loaderData.chatNumber}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              <MessageCircle className="icon" aria-hidden />
              {m.information_contact_chat_link()}
            </a>
          </section>
          <section className="card p-6">
            <h2 className="text-h3">{m.information_contact_privacy_title()}</h2>
            <p className="muted mt-2">
              {m.information_contact_privacy_text({ officer: site.privacyOfficer.name })}
            </p>
            <p className="mt-2">
              <a href={`mailto:${site.privacyOfficer.email}`}>{site.privacyOfficer.email}</a>
            </p>
          </section>
        </div>
        <CallBackSection />
      </div>
    </div>
  );
}
