import { CircleAlert, Mail, MessageSquare, Phone } from "lucide-react";
import { m } from "#messages/messages.js";
import { hrefIn } from "#ui/locale-href.ts";
import type { InboxAddress } from "./inbox-address.ts";
import { inboxPath } from "./inbox-address.ts";
import { LeadAnswers } from "./lead-answers.tsx";
import { LeadConsents } from "./lead-consents.tsx";
import { LeadHistory } from "./lead-history.tsx";
import { ListedAlready } from "./listed-already.tsx";
import { LeadMatch } from "./lead-match.tsx";
import { LeadNoteForm } from "./lead-note-form.tsx";
import { LeadPipeline } from "./lead-pipeline.tsx";
import type { LeadPostProblem } from "./lead-post.server.ts";
import type { LeadView } from "./lead-view.server.ts";
import { problemWords } from "./problem-words.ts";
import { MessageList } from "./message-list.tsx";
import { Section } from "./section.tsx";

/** Everything about one lead, and what can be done with it. */
export function LeadPanel(props: {
  lead: LeadView;
  address: InboxAddress;
  heading: "h1" | "h2";
  problem?: LeadPostProblem | null;
}) {
  const { lead, address, heading, problem = null } = props;
  const action = hrefIn(inboxPath(address, lead.reference));
  const level = heading === "h1" ? "h2" : "h3";
  const isUndelivered = lead.messages.some(({ state }) => state === "dead");
  return (
    <article className="card det print:border-0" aria-labelledby="lead-name">
      <LeadHead lead={lead} heading={heading} />
      {problem && (
        <p className="msg bad mx-4 mb-4 sm:mx-6" role="alert" id="lead-problem">
          <CircleAlert className="ic" aria-hidden />
          {problemWords(problem.problem)}
        </p>
      )}
      {isUndelivered && (
        <p className="msg bad mx-4 sm:mx-6">
          <CircleAlert className="ic" aria-hidden />
          <a href="#deliveries">{m.staff_undelivered()}</a>
        </p>
      )}
      <ListedAlready cars={lead.listedAlready} className="mx-4 sm:mx-6" />
      <LeadPipeline status={lead.status} />
      <div className="cols max-sm:px-4">
        <div>
          <LeadAnswers steps={lead.answers} level={level} />
        </div>
        <div className="grid content-start gap-7">
          <Section title={m.staff_match_title()} level={level}>
            <LeadMatch match={lead.match} />
          </Section>
          <Section title={m.staff_update_title()} level={level} className="print:hidden">
            <LeadNoteForm
              key={lead.events[0]?.id}
              status={lead.status}
              action={action}
              problem={problem}
            />
          </Section>
          <Section title={m.staff_activity_title()} level={level}>
            <LeadHistory events={lead.events} />
          </Section>
          <Section title={m.staff_deliveries_title()} level={level} id="deliveries">
            {lead.messages.length === 0 ? (
              <p className="small muted">{m.staff_deliveries_none()}</p>
            ) : (
              <MessageList messages={lead.messages} action={action} />
            )}
          </Section>
          <Section title={m.staff_consents_title()} level={level}>
            <LeadConsents consents={lead.consents} />
          </Section>
        </div>
      </div>
    </article>
  );
}

function LeadHead({ lead, heading: Heading }: { lead: LeadView; heading: "h1" | "h2" }) {
  const facts = [
    lead.kindText,
    m.staff_received({ time: lead.receivedText, ago: lead.agoText }),
    m.staff_prefers_language({ language: lead.languageText }),
    lead.reference,
  ];
  return (
    <div className="dh max-sm:px-4">
      <div className="row min-w-0 flex-1 basis-90 gap-4">
        <span className="av size-14 bg-[var(--red-600)] text-lg" aria-hidden>
          {lead.initials}
        </span>
        <div>
          <Heading id="lead-name" className="wrap-anywhere">
            {lead.name}
          </Heading>
          <p className="small muted mt-1">{facts.join(" · ")}</p>
        </div>
      </div>
      <div className="row act2 print:hidden">
        {lead.phone && (
          <a className="btn ghost sm" href={`sms:${lead.phone.number}`}>
            <MessageSquare className="ic s" aria-hidden /> {m.staff_sms()}
          </a>
        )}
        {lead.email && (
          <a className="btn ghost sm" href={lead.email.href}>
            <Mail className="ic s" aria-hidden /> {m.staff_email()}
          </a>
        )}
        {lead.phone && (
          <a className="btn sm" href={`tel:${lead.phone.number}`}>
            <Phone className="ic s" aria-hidden /> {m.staff_call()}
          </a>
        )}
      </div>
      <ContactLine lead={lead} />
    </div>
  );
}

/** Number and address to read, for a desk telephone and for paper. */
function ContactLine({ lead }: { lead: LeadView }) {
  return (
    <p className="row w-full flex-wrap gap-x-4 gap-y-1 text-[15px]">
      {lead.phone && (
        <span className="row num gap-2">
          {lead.phone.text}
          <span className={`chip ${lead.phone.isVerified ? "ok" : "warn"}`}>
            {lead.phone.isVerified ? m.staff_phone_verified() : m.staff_phone_not_verified()}
          </span>
        </span>
      )}
      {lead.email && <span className="wrap-anywhere">{lead.email.address}</span>}
      {lead.place && <span>{lead.place}</span>}
    </p>
  );
}
