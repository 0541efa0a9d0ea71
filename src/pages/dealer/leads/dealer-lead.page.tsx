import type { Route } from "./+types/dealer-lead.page.ts";
import { m } from "#messages/messages.js";
import { CommandForm } from "#pages/command/command-form.tsx";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { paths } from "#site/paths.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { hrefIn } from "#ui/locale-href.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { SectionCard } from "#ui/section-card.tsx";
import { dealerLeadPage } from "./dealer-lead.server.ts";

export const loader = dealerLeadPage.loader;
export const action = dealerLeadPage.action;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.dealer_applications_title(), isPrivate: true });

type Loaded = Route.ComponentProps["loaderData"];

/** One lead for the dealership that has it: what was asked, how to answer, what it did. */
export default function DealerLeadPage({ loaderData, actionData }: Route.ComponentProps) {
  const { reference, name, kind, received, city, step, answerBy, presses } = loaderData;
  const refused = actionData && "refused" in actionData ? actionData.refused : null;
  const result = actionData && "ok" in actionData ? actionData : undefined;
  const action = hrefIn(paths.dealerLead(reference));
  return (
    <div>
      <p className="mb-4">
        <Link to={paths.dealerLeads()}>{m.dealer_lead_back()}</Link>
      </p>
      <h1 className="text-page-title wrap-anywhere">{name}</h1>
      <p className="muted figures mt-2 mb-6">
        {[reference, kind, m.dealer_applications_received({ time: received }), city]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {!actionData && loaderData.done && (
        <NoticeLine notice={{ text: loaderData.done, isError: false }} />
      )}
      {refused && <NoticeLine notice={{ text: refused, isError: true }} />}
      {step === "waiting" && presses["accept-lead"] && (
        <SectionCard
          title={m.dealer_lead_answer_title()}
          text={
            answerBy ? m.dealer_leads_answer_by({ time: answerBy }) : m.dealer_lead_answer_text()
          }
        >
          <CommandForm press={presses["accept-lead"]} action={action}>
            <Button type="submit">{m.dealer_lead_accept()}</Button>
          </CommandForm>
        </SectionCard>
      )}
      <Contact lead={loaderData} />
      <Asked lead={loaderData} />
      {step !== null && step !== "waiting" && presses["lead-result"] && (
        <SectionCard title={m.dealer_lead_result_title()} text={m.dealer_lead_result_text()}>
          <PageForm
            view={latestView(result, loaderData.resultView)}
            press={presses["lead-result"]}
            action={action}
            submit={m.dealer_lead_result_save()}
            variant="dark"
          />
        </SectionCard>
      )}
      {step !== null && (
        <SectionCard title={m.dealer_lead_history()}>
          <History events={loaderData.events} />
          {step !== "waiting" && presses["dealer-note"] && (
            <div className="mt-5 border-t border-border pt-5">
              <p className="muted mb-3">{m.dealer_lead_note_text()}</p>
              <PageForm
                // Empty again once the note is in the list.
                key={loaderData.events.length}
                view={latestView(result, loaderData.noteView)}
                press={presses["dealer-note"]}
                action={action}
                submit={m.dealer_lead_note_save()}
                variant="ghost"
              />
            </div>
          )}
        </SectionCard>
      )}
      {step !== null && step !== "done" && presses["pass-lead"] && (
        <SectionCard title={m.dealer_lead_pass_title()} text={m.dealer_lead_pass_text()}>
          <PageForm
            view={latestView(result, loaderData.passView)}
            press={presses["pass-lead"]}
            action={action}
            submit={m.dealer_lead_pass()}
            variant="ghost"
          />
        </SectionCard>
      )}
    </div>
  );
}

function Contact({ lead: { phone, email, language, isBid } }: { lead: Loaded }) {
  const button = buttonClass({ variant: "ghost" });
  return (
    <SectionCard title={m.dealer_lead_contact()} text={m.dealer_lead_language({ language })}>
      {!phone && !email && <p>{m.dealer_lead_no_contact()}</p>}
      <p className="flex flex-wrap gap-3">
        {phone && (
          <a className={button} href={`tel:${phone.href}`}>
            {m.dealer_lead_call({ phone: phone.text })}
          </a>
        )}
        {phone && (
          <a className={button} href={`sms:${phone.href}`}>
            {m.dealer_lead_text({ phone: phone.text })}
          </a>
        )}
        {email && (
          <a className={`${button} wrap-anywhere`} href={`mailto:${email}`}>
            {m.dealer_lead_mail({ email })}
          </a>
        )}
      </p>
      <p className="small muted mt-3">{m.dealer_lead_use()}</p>
      {isBid && (
        <p className="mt-3">
          {m.dealer_lead_bid()} <Link to={paths.dealerStock()}>{m.dealer_lead_stock()}</Link>
        </p>
      )}
    </SectionCard>
  );
}

function Asked({ lead: { car, vehicle, tradeIn, asked, consents } }: { lead: Loaded }) {
  return (
    <>
      <SectionCard title={m.dealer_lead_asked()}>
        {car && (
          <p className="font-semibold">
            {car.path ? <Link to={car.path}>{car.text}</Link> : car.text}
          </p>
        )}
        {vehicle && <p className="muted figures wrap-anywhere">{vehicle}</p>}
        {asked && <p className="mt-3 whitespace-pre-line wrap-anywhere">{asked}</p>}
        {tradeIn && (
          <p className="figures mt-3 wrap-anywhere">
            <b>{m.dealer_lead_trade_in()}</b> {tradeIn}
          </p>
        )}
      </SectionCard>
      {consents.length > 0 && (
        <SectionCard title={m.dealer_lead_consented()}>
          <ul className="divide-y divide-border">
            {consents.map(({ id, text, lang, given }) => (
              <li key={id} className="py-3">
                <p lang={lang} className="wrap-anywhere">
                  {text}
                </p>
                <p className="fine-print muted mt-1">{given}</p>
              </li>
            ))}
          </ul>
        </SectionCard>
      )}
    </>
  );
}

function History({ events }: { events: Loaded["events"] }) {
  if (events.length === 0) return <p className="muted">{m.dealer_lead_history_none()}</p>;
  return (
    <ol className="divide-y divide-border">
      {events.map(({ id, title, note, meta }) => (
        <li key={id} className="py-3">
          <p className="font-semibold">{title}</p>
          {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
          <p className="fine-print muted">{meta}</p>
        </li>
      ))}
    </ol>
  );
}
