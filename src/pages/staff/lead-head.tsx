import { Mail, MessageSquare, Phone } from "lucide-react";
import { m } from "#messages/messages.js";
import { Link } from "#ui/link.tsx";
import type { LeadView } from "./lead-view.server.ts";

/** Who sent the lead, and how to reach them. */
export function LeadHead({ lead, heading: Heading }: { lead: LeadView; heading: "h1" | "h2" }) {
  return (
    <div className="lead-panel__head max-sm:px-4">
      <div className="flex items-center min-w-0 flex-1 basis-90 gap-4">
        <span className="desk-avatar size-14 bg-red text-lg" aria-hidden>
          {lead.initials}
        </span>
        <div>
          <Heading id="lead-name" className="wrap-anywhere">
            {lead.name}
          </Heading>
          <p className="small muted mt-1">{lead.facts}</p>
        </div>
      </div>
      <div className="flex items-center print:hidden flex-wrap gap-2">
        {lead.phone && (
          <a className="button button--ghost button--small" href={`sms:${lead.phone.number}`}>
            <MessageSquare className="icon size-4" aria-hidden /> {m.staff_sms()}
          </a>
        )}
        {lead.email && (
          <a className="button button--ghost button--small" href={lead.email.href}>
            <Mail className="icon size-4" aria-hidden /> {m.staff_email()}
          </a>
        )}
        {lead.phone && (
          <a className="button button--small" href={`tel:${lead.phone.number}`}>
            <Phone className="icon size-4" aria-hidden /> {m.staff_call()}
          </a>
        )}
      </div>
      <ContactLine lead={lead} />
    </div>
  );
}

/** Phone number and e-mail address as text, for a desk telephone and for print. */
function ContactLine({ lead }: { lead: LeadView }) {
  return (
    <p className="flex items-center w-full flex-wrap gap-x-4 gap-y-1 text-label">
      {lead.phone && (
        <span className="flex items-center figures gap-2">
          {lead.phone.text}
          <span className={`chip ${lead.phone.isVerified ? "chip--ok" : "chip--warn"}`}>
            {lead.phone.stateText}
          </span>
        </span>
      )}
      {lead.email && (
        <span className="flex items-center gap-2 wrap-anywhere">
          {lead.email.address}
          {lead.email.isConfirmed && (
            <span className="chip chip--ok">{m.staff_email_confirmed()}</span>
          )}
        </span>
      )}
      {lead.location && <span>{lead.location}</span>}
      {lead.contact && (
        <Link className="py-1 print:hidden" to={lead.contact.path}>
          {lead.contact.text}
        </Link>
      )}
    </p>
  );
}
