import { CircleAlert } from "lucide-react";
import { data, Form } from "react-router";
import { m } from "#messages/messages.js";
import { FollowRequest } from "#pages/public/form-journey/follow-request.tsx";
import { buildEstimateHeaders } from "#pages/public/form-journey/estimate-headers.server.ts";
import { listPassingSteps, SentDetails } from "#pages/public/form-journey/sent-details.tsx";
import { LeadPhoneCard } from "#pages/public/phone-code/lead-phone-card.tsx";
import { RequestRights } from "#pages/public/form-journey/request-rights.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { CommandButton } from "#pages/command/command-button.tsx";
import { FieldError } from "#ui/field.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { AffordabilityCard } from "./affordability-card.tsx";
import type { Route } from "./+types/credit-application-sent.page.ts";
import {
  handleSentApplication,
  openSentApplication,
  type OwnApplication,
  type SentPageError,
  type SentPress,
} from "./credit-application-sent.server.ts";
import stylesheet from "../sell-request/requests.css?url";

export const links = () => [pageStyle(stylesheet)];

export async function loader(args: Route.LoaderArgs) {
  const done = new URL(args.request.url).searchParams.get("done");
  const page = await openSentApplication(args);
  const { reference } = page.facts;
  const isByLink = page.own?.isByLink === true;
  return data({ done, page }, buildEstimateHeaders(args, { reference, isByLink }));
}

export function action(args: Route.ActionArgs) {
  return handleSentApplication(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.credit_status_title(), isPrivate: true });

/** A sent application: its status, who received it, a copy to print, and withdrawal. */
export default function CreditApplicationSentPage({
  loaderData: { page, done },
  actionData,
}: Route.ComponentProps) {
  const { facts, own, isFresh, isDeadKey, replyBy } = page;
  const findError = (box: SentPageError["box"]) =>
    actionData && "box" in actionData && actionData.box === box ? actionData.error : undefined;
  const phoneResult = actionData && "phoneCode" in actionData ? actionData : undefined;
  const isOver = own?.isWithdrawn === true;
  const notice = NOTICES.get(done ?? "");
  const hasFailed = done === "unsent";
  return (
    <div className="page page-width">
      <div className="page-head">
        <h1>
          {isOver
            ? m.credit_status_withdrawn_title()
            : own && !isFresh
              ? m.credit_status_title()
              : m.credit_application_sent_title()}
        </h1>
        <p>{isOver ? m.credit_status_withdrawn_lead() : m.credit_application_sent_lead()}</p>
      </div>
      <NoticeLine notice={notice ? { text: notice(), isError: hasFailed } : null} />
      {isDeadKey && (
        <p className="notice notice--warn mb-6 max-w-190" role="status">
          <CircleAlert className="icon" aria-hidden />
          {m.credit_status_dead_link()}
        </p>
      )}
      {own && <Status own={own} />}
      {own && !isOver && <LeadPhoneCard leadPhone={own.phone} result={phoneResult} />}
      {own?.joint && !isOver && <Joint joint={own.joint} />}
      {own?.share && <Share share={own.share} error={findError("share")} />}
      <SentDetails
        facts={facts}
        isOwn={own !== null}
        isOver={isOver}
        nextSteps={
          isOver
            ? []
            : [
                ...listPassingSteps(facts),
                m.credit_application_sent_next_read(),
                [m.credit_application_sent_next_contact(), replyBy].filter(Boolean).join(" "),
                m.credit_application_sent_next_lender(),
              ]
        }
      />
      {own?.affordable && <AffordabilityCard found={own.affordable} />}
      {own && <FollowRequest {...own.waysBack} />}
      {own && <PrintableCopy own={own} />}
      {own && <RequestRights reference={facts.reference} linkKey={page.key} />}
    </div>
  );
}

function Status({ own }: { own: OwnApplication }) {
  return (
    <section className="mb-6" aria-labelledby="status-title">
      <h2 id="status-title" className="text-h3">
        {m.credit_status_heading()}
      </h2>
      <p className="mt-1">{own.status}</p>
    </section>
  );
}

const NOTICES: ReadonlyMap<string, () => string> = new Map([
  ["alone", m.co_applicant_alone_notice],
  ["confirm", m.co_applicant_confirm_notice],
  ["invited", m.co_applicant_invited_notice],
  ["unsent", m.co_applicant_unsent_notice],
  ["shared", m.credit_status_share_notice],
]);

const AS_APPLICANT = {
  waiting: m.co_applicant_waiting,
  unsent: m.co_applicant_unsent,
  invited: m.co_applicant_invited,
  expired: m.co_applicant_expired,
  joined: m.co_applicant_joined,
  private: m.co_applicant_private,
  declined: m.co_applicant_declined,
  left_out: m.co_applicant_left_out,
} as const;

const AS_CO_APPLICANT = {
  joined: m.co_applicant_of_joined,
  declined: m.co_applicant_of_declined,
  left_out: m.co_applicant_of_left_out,
} as const;

/** The other applicant; their answers are not shown. */
function Joint({ joint }: { joint: NonNullable<OwnApplication["joint"]> }) {
  const name = joint.name || m.co_applicant_nameless();
  const { state } = joint;
  const isWaiting = state === "waiting";
  const isInvited = state === "unsent" || state === "invited" || state === "expired";
  return (
    <section className="card mb-6 max-w-190 p-6" aria-labelledby="co-applicant-title">
      <h2 id="co-applicant-title" className="text-h3">
        {m.credit_application_form_step_co_applicant_title()}
      </h2>
      <p className="mt-1">
        {joint.is === "applicant"
          ? AS_APPLICANT[joint.state]({ name })
          : AS_CO_APPLICANT[joint.state]({ name })}
      </p>
      {(isWaiting || isInvited || state === "private") && (
        <Form method="post" reloadDocument className="mt-4 flex flex-wrap gap-3 print:hidden">
          <CommandButton<SentPress> press="go-on-alone" variant="ghost">
            {m.co_applicant_go_on({ name })}
          </CommandButton>
          {isWaiting && (
            <CommandButton<SentPress> press="confirm-again" variant="ghost">
              {m.co_applicant_confirm_again()}
            </CommandButton>
          )}
          {isInvited && (
            <CommandButton<SentPress> press="invite-again" variant="ghost">
              {m.co_applicant_invite_again()}
            </CommandButton>
          )}
        </Form>
      )}
    </section>
  );
}

/** For a person who did not tick the box in the form: they can agree here. */
function Share(props: { share: NonNullable<OwnApplication["share"]>; error: string | undefined }) {
  const { share, error } = props;
  return (
    <section className="card mb-6 max-w-190 p-6 print:hidden" aria-labelledby="share-title">
      <h2 id="share-title" className="text-h3">
        {m.credit_status_share_title()}
      </h2>
      {"frenchHref" in share ? (
        <p className="muted mt-1">
          {m.credit_status_share_in_french()}{" "}
          <a className="link" href={share.frenchHref}>
            {m.french_first_switch()}
          </a>
        </p>
      ) : (
        <>
          <p className="muted mt-1">{m.credit_status_share_text()}</p>
          <Form method="post" reloadDocument className="mt-4 grid gap-4">
            <input type="hidden" name="dealership" value={share.dealershipId} />
            <Box name="share" label={share.text} error={error} />
            <div>
              <CommandButton<SentPress> press="share">{m.credit_status_share()}</CommandButton>
            </div>
          </Form>
        </>
      )}
    </section>
  );
}

function Box(props: { name: SentPageError["box"]; label: string; error: string | undefined }) {
  const { name, label, error } = props;
  return (
    <div className="field">
      <label className="checkbox-row checkbox-row--top">
        <input
          className="choice-input"
          type="checkbox"
          name={name}
          value="yes"
          aria-describedby={`${name}-error`}
          aria-invalid={error ? true : undefined}
        />
        <i aria-hidden />
        <span>{label}</span>
      </label>
      <FieldError id={`${name}-error`} error={error} />
    </div>
  );
}

/** All answers but sealed ones, on the screen and on paper. */
function PrintableCopy({ own: { rows, views } }: { own: OwnApplication }) {
  return (
    <>
      <section className="card mt-9 max-w-190 p-6" aria-labelledby="answers-title">
        <h2 id="answers-title" className="text-h3">
          {m.credit_status_answers()}
        </h2>
        <dl className="small mt-3 grid gap-2">
          {rows.map(({ name, value }) => (
            <div
              key={name}
              className="flex items-baseline justify-between gap-4 border-t border-border pt-2"
            >
              <dt className="muted">{name}</dt>
              <dd className="figures max-w-3/4 text-right font-semibold wrap-break-word">
                {value}
              </dd>
            </div>
          ))}
        </dl>
        <p className="fine-print muted mt-4">{m.credit_status_sealed()}</p>
      </section>
      <section className="mt-9" aria-labelledby="looks-title">
        <h2 id="looks-title" className="text-h3">
          {m.credit_status_looked()}
        </h2>
        {views.length === 0 ? (
          <p className="muted mt-1">{m.credit_status_looked_none()}</p>
        ) : (
          <ul className="figures mt-1 grid gap-1">
            {views.map(({ at, by, sealed }, index) => (
              <li key={index}>
                {at} <b>{by}</b> {sealed}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
