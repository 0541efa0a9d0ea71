import { CircleAlert } from "lucide-react";
import type { FormResult } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import { latestView } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { CreditFileHead } from "./credit-file.tsx";
import { buildLeadListPath, type LeadListAddress, listAddressQuery } from "./lead-list-address.ts";
import { LeadAnswers, Section } from "./lead-answers.tsx";
import { SameVinListings } from "#pages/account/my-listings/same-vin-listings.tsx";
import { LeadCall } from "./lead-call.tsx";
import { LeadClockLine } from "./lead-clock.tsx";
import { LeadDocuments } from "./lead-documents.tsx";
import { LeadHistory } from "./lead-history.tsx";
import { LeadOutcome, OutcomeMissing } from "./lead/lead-outcome.tsx";
import { LeadCars } from "./lead/lead-cars.tsx";
import { LeadConsents } from "./lead-consents.tsx";
import { LeadHead } from "./lead-head.tsx";
import { LeadLetter } from "./lead/lead-letter.tsx";
import { LeadMatch } from "./lead-match.tsx";
import { LeadTasks } from "./lead/lead-tasks.tsx";
import { LeadOwner } from "./lead/lead-owner.tsx";
import { LeadNoteForm, LeadPipeline } from "./lead-update-form.tsx";
import type { LeadPresses } from "./lead.server.ts";
import type { LeadView } from "./lead-view.server.ts";
import { SealedViewForm } from "./sealed-answer.tsx";
import { MessageList } from "./message-list.tsx";
import type { RevealResult } from "./reveal.server.ts";

/** All data of one lead, and the commands on it. */
export function LeadPanel(props: {
  lead: LeadView;
  address: LeadListAddress;
  heading: "h1" | "h2";
  /** The commands that the viewer may use; an auditor may only read. */
  presses: LeadPresses;
  /** The result of posting a note or a stage. */
  result?: FormResult | undefined;
  /** Why another command of the page was refused. */
  refused?: string | undefined;
  revealed?: RevealResult | null;
}) {
  const { lead, address, heading, presses, result, refused, revealed = null } = props;
  const action = hrefIn(buildLeadListPath(address, lead.reference));
  const level = heading === "h1" ? "h2" : "h3";
  const reveal = {
    action,
    press: presses.reveal,
    isFactorFresh: lead.isFactorFresh,
    result: revealed,
  };
  const view = latestView(result, lead.noteView);
  // The stage buttons are above the form: an error that belongs to no field is shown above both.
  const refusal = refused ?? view.errorSummary?.text;
  const noteView = view.errorSummary?.text ? { ...view, errorSummary: undefined } : view;
  const isUndelivered = lead.messages.some(({ state }) => state === "dead");
  return (
    <article className="card lead-panel print:border-0" aria-labelledby="lead-name">
      <LeadHead lead={lead} heading={heading} />
      <LeadClockLine clock={lead.clock} />
      <OutcomeMissing outcome={lead.outcome} action={action} presses={presses} />
      <LeadCall
        key={`call-${lead.events[0]?.id}`}
        phone={lead.phone}
        view={latestView(result, lead.callView)}
        action={action}
        press={presses["lead-call"]}
        level={level}
        reachedAt={lead.reachedAt}
        undo={presses["undo-call"]}
      />
      <LeadOwner owner={lead.owner} action={action} presses={presses} />
      {refusal && (
        <p className="notice notice--bad mx-4 mb-4 sm:mx-6" role="alert">
          <CircleAlert className="icon" aria-hidden />
          {refusal}
        </p>
      )}
      {isUndelivered && (
        <p className="notice notice--bad mx-4 sm:mx-6">
          <CircleAlert className="icon" aria-hidden />
          <a href="#deliveries">{m.staff_undelivered()}</a>
        </p>
      )}
      {lead.isQuiet && (
        <p className="notice notice--warn mx-4 mb-4 sm:mx-6">
          <CircleAlert className="icon" aria-hidden />
          {m.staff_lead_quiet()}
        </p>
      )}
      <Corrections corrections={lead.corrections} />
      <SameVinListings cars={lead.listedAlready} className="mx-4 sm:mx-6" />
      <LeadPipeline status={lead.status} press={presses["lead-note"]} />
      {lead.creditFile && (
        <CreditFileHead file={lead.creditFile} level={level} kept={listAddressQuery(address)} />
      )}
      <div className="lead-panel__columns max-sm:px-4">
        <div>
          <LeadAnswers
            steps={lead.creditFile?.sections ?? lead.answers}
            level={level}
            reveal={reveal}
          />
        </div>
        <div className="grid content-start gap-7">
          <Section title={m.staff_match_title()} level={level}>
            <LeadMatch
              match={lead.match}
              passOn={lead.passOn}
              action={action}
              press={presses["pass-on"]}
            />
            {lead.creditFile && lead.match && presses["sealed-view"] && (
              <SealedViewForm
                reveal={{ ...reveal, press: presses["sealed-view"] }}
                dealership={lead.match.name}
              />
            )}
          </Section>
          {(lead.creditFile || lead.documents.sent.length > 0) && (
            <Section title={m.staff_documents_title()} level={level}>
              <LeadDocuments
                documents={lead.documents}
                action={action}
                press={lead.creditFile && presses.documents}
                mayOpen={presses.reveal !== null}
              />
            </Section>
          )}
          {lead.cars && (
            <Section title={lead.cars.words.title} level={level} id="cars">
              <LeadCars
                view={lead.cars}
                action={action}
                kept={listAddressQuery(address)}
                maySend={lead.email !== null && presses["lead-mail"] !== null}
              />
            </Section>
          )}
          <Section title={m.template_write()} level={level} id="write" className="print:hidden">
            <LeadLetter
              {...{ letter: lead.letter, action, presses, result }}
              path={buildLeadListPath(address, lead.reference)}
            />
          </Section>
          <Section title={m.task_title()} level={level} id="tasks">
            <LeadTasks {...{ tasks: lead.tasks, action, presses, result }} />
          </Section>
          <Section title={m.outcome_title()} level={level} id="outcome">
            <LeadOutcome {...{ outcome: lead.outcome, action, presses, result }} />
          </Section>
          {presses["lead-note"] && (
            <Section title={m.staff_update_title()} level={level} className="print:hidden">
              <LeadNoteForm
                key={lead.events[0]?.id}
                status={lead.status}
                action={action}
                view={noteView}
              />
            </Section>
          )}
          <Section title={m.staff_activity_title()} level={level}>
            <LeadHistory events={lead.events} />
          </Section>
          <Section title={m.staff_deliveries_title()} level={level} id="deliveries">
            {lead.messages.length === 0 ? (
              <p className="small muted">{m.staff_deliveries_none()}</p>
            ) : (
              <MessageList
                messages={lead.messages}
                action={action}
                sendAgain={presses["send-again"]}
              />
            )}
          </Section>
          <Section title={m.staff_consents_title()} level={level}>
            <LeadConsents consents={lead.consents} />
            {lead.consents.length > 0 && (
              <Link className="link small" to={paths.consentProof(lead.reference)}>
                {m.consent_proof_title()}
              </Link>
            )}
          </Section>
          <Section title={m.privacy_request_for_person()} level={level} className="print:hidden">
            <p className="small muted mb-2">{m.privacy_request_for_person_text()}</p>
            <Link className="link small" to={paths.staffRequestsFor(lead.reference)}>
              {m.privacy_request_for_person_open()}
            </Link>
          </Section>
        </div>
      </div>
    </article>
  );
}

/** The correction that the sender asked for, until somebody answers it. */
function Corrections({ corrections }: Pick<LeadView, "corrections">) {
  return corrections.map(({ id, text, due, isOverdue }) => (
    <div
      key={id}
      className={`notice ${isOverdue ? "notice--bad" : "notice--warn"} mx-4 mb-4 block sm:mx-6`}
    >
      <p>
        <b>{m.privacy_request_correction_open({ date: due })}</b>{" "}
        <Link to={paths.staffRequest(id)}>{m.privacy_request_open()}</Link>
      </p>
      <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
    </div>
  ));
}
