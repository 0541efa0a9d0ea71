import { CircleCheck } from "lucide-react";
import { type CallOffReason, DEAL_FORMS, type DealState } from "#domain/deal/deal-state.ts";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { latestView, PageForm } from "#pages/form/page-form.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { isOffered } from "#site/site.ts";
import { buttonClass } from "#ui/button.tsx";
import { Link } from "#ui/link.tsx";
import { NoticeLine } from "#ui/notice-line.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { pageStyle } from "#ui/page-style.ts";
import { formatDateTime, formatKm, formatPhone } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { provinceName } from "#values/province.ts";
import type { Route } from "./+types/deal.page.ts";
import { DealChecklist } from "./deal-checklist.tsx";
import { DealThread } from "./deal-thread.tsx";
import { handleDealPost, type DealPage as Page, loadDealPage } from "./deal.server.ts";
import { buildDealHref } from "#pages/public/listing/deal-address.ts";
import stylesheet from "./deal.css?url";

export const links = () => [pageStyle(stylesheet)];

export function loader(args: Route.LoaderArgs) {
  return loadDealPage(args);
}

export function action(args: Route.ActionArgs) {
  return handleDealPost(args);
}

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, { title: m.deal_title({ car: args.loaderData?.car ?? "" }), isPrivate: true });

const STATES: Readonly<Record<DealState, { words: () => string; chip: string }>> = {
  agreed: { words: m.deal_state_agreed, chip: "chip chip--warn" },
  handed_over: { words: m.deal_state_handed_over, chip: "chip chip--ok" },
  called_off: { words: m.deal_state_called_off, chip: "chip" },
};

/**
 * A deal from its agreement to the handover: what was agreed, what is left to do, and the papers
 * for it.
 */
export default function DealPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const { car, reference, side, state, notice } = page;
  const result = actionData;
  return (
    <div className="page-width page">
      <div className="page-head">
        <h1>{side ? m.deal_title({ car }) : m.deal_title_staff({ car })}</h1>
        <p className="figures flex flex-wrap items-center gap-3">
          {m.deal_reference({ reference })}
          <span className={STATES[state].chip}>{STATES[state].words()}</span>
        </p>
      </div>
      {!result && <NoticeLine notice={notice} />}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_400px]">
        <div className="grid gap-6">
          <Agreed page={page} />
          {page.canFinance && <Finance page={page} />}
          {state !== "called_off" && <DealChecklist page={page} />}
        </div>
        <div className="grid gap-6">
          {page.thread && <DealThread thread={page.thread} result={result} />}
          {state !== "called_off" && <BillOfSale page={page} />}
          {page.moves.includes("hand_over") && (
            <section className="card p-6" aria-labelledby="hand-over-title">
              <h2 id="hand-over-title" className="text-h3">
                {m.deal_hand_over_title()}
              </h2>
              <p className="muted mt-1 mb-4">{m.deal_hand_over_text()}</p>
              <PageForm
                view={latestView(result, page.handOverView)}
                submit={m.deal_hand_over_submit()}
                variant="dark"
              />
            </section>
          )}
          {page.moves.includes("call_off") && (
            <details className="card p-6" open={isAbout(result, DEAL_FORMS.callOff)}>
              <summary className="cursor-pointer font-semibold">{m.deal_call_off_title()}</summary>
              <p className="muted mt-2 mb-4">{m.deal_call_off_text()}</p>
              <PageForm
                view={latestView(result, page.callOffView)}
                submit={m.deal_call_off_submit()}
                variant="ghost"
              />
            </details>
          )}
          <Refused result={result} moves={page.moves} />
        </div>
      </div>
    </div>
  );
}

type DealActionResult = Route.ComponentProps["actionData"];

function isAbout(result: DealActionResult, form: string): boolean {
  return result?.ok === false && result.view.form === form;
}

/** The refusal of a form that the page no longer shows. */
function Refused({ result, moves }: { result: DealActionResult; moves: Page["moves"] }) {
  const isGone =
    (isAbout(result, DEAL_FORMS.callOff) && !moves.includes("call_off")) ||
    (isAbout(result, DEAL_FORMS.handOver) && !moves.includes("hand_over"));
  const text = result?.ok === false && isGone ? result.view.errorSummary?.text : undefined;
  if (!text) return null;
  return (
    <p className="notice notice--bad" role="alert">
      {text}
    </p>
  );
}

/** The price, who agreed on it and when, and the car. */
function Agreed({ page }: { page: Page }) {
  const locale = getLocale();
  const { names, side, priceCad, agreedAt, agreedBySide, listingId, contact } = page;
  const nameOf = (of: "buyer" | "seller") => {
    const name = names[of] || m.deal_seller_unnamed();
    return side === of ? m.deal_you({ name }) : name;
  };
  const location = [page.city, page.provinceCode && provinceName(page.provinceCode, locale)]
    .filter(Boolean)
    .join(", ");
  const facts = [
    { name: m.deal_buyer(), value: nameOf("buyer") },
    { name: m.deal_seller(), value: nameOf("seller") },
    page.odometerKm && { name: m.deal_odometer(), value: formatKm(page.odometerKm, locale) },
    page.handoverOdometerKm && {
      name: m.deal_odometer_handover(),
      value: formatKm(page.handoverOdometerKm, locale),
    },
    page.vin && { name: m.deal_vin(), value: page.vin },
    location && { name: m.deal_place(), value: location },
  ].filter((fact) => typeof fact === "object" && fact !== null);
  return (
    <section className="card p-6" aria-labelledby="agreed-title">
      <h2 id="agreed-title" className="flex items-center gap-3 text-h3">
        <CircleCheck className="icon size-6 text-success" aria-hidden />
        {side ? m.deal_agreed_title() : m.deal_agreed_title_staff()}
      </h2>
      <p className="figures mt-3 font-display text-[2.5rem] leading-none font-figure">
        {formatCad(priceCad, locale)}
      </p>
      <p className="small muted mt-2">
        {m.deal_agreed_at({ name: nameOf(agreedBySide), time: formatDateTime(agreedAt, locale) })}
      </p>
      <Ended page={page} />
      <dl className="mt-4">
        {facts.map(({ name, value }) => (
          <div key={name} className="deal-fact">
            <dt className="muted">{name}</dt>
            <dd className="figures">{value}</dd>
          </div>
        ))}
      </dl>
      {contact && (
        <p className="mt-4 flex flex-wrap gap-4">
          {contact.phone && (
            <a className="figures font-semibold" href={`tel:${contact.phone}`}>
              {formatPhone(contact.phone, locale)}
            </a>
          )}
          {contact.email && (
            <a className="font-semibold wrap-anywhere" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          )}
        </p>
      )}
      {listingId && (
        <p className="mt-3">
          <Link to={paths.listing(listingId)}>{page.car}</Link>
        </p>
      )}
      <p className="small muted mt-4">{m.deal_not_contract()}</p>
    </section>
  );
}

const REASONS: Readonly<Record<CallOffReason, () => string>> = {
  changed_mind: m.deal_call_off_reason_option_changed_mind,
  financing: m.deal_call_off_reason_option_financing,
  inspection: m.deal_call_off_reason_option_inspection,
  lien: m.deal_call_off_reason_option_lien,
  no_answer: m.deal_call_off_reason_option_no_answer,
  price: m.deal_call_off_reason_option_price,
  other: m.deal_call_off_reason_option_other,
};

/** How the deal ended, by whom and why. */
function Ended({ page: { ended, state, side } }: { page: Page }) {
  if (!ended) return null;
  const time = formatDateTime(ended.at, getLocale());
  if (state === "handed_over")
    return <p className="notice notice--ok mt-4">{m.deal_ended_handed_over({ time })}</p>;
  const words =
    ended.bySide === null
      ? m.deal_ended_car_free
      : ended.bySide === side
        ? m.deal_ended_called_off_you
        : ended.bySide === "buyer"
          ? m.deal_ended_called_off_buyer
          : m.deal_ended_called_off_seller;
  return (
    <div className="notice notice--plain mt-4">
      <div>
        <p>{words({ time })}</p>
        {ended.reason && <p>{m.deal_ended_reason({ reason: REASONS[ended.reason]() })}</p>}
        {ended.note && <p className="whitespace-pre-line wrap-anywhere">{ended.note}</p>}
      </div>
    </div>
  );
}

function Finance({ page }: { page: Page }) {
  const price = formatCad(page.priceCad, getLocale());
  if (!page.listingId) return null;
  return (
    <section className="card p-6" aria-labelledby="finance-title">
      <h2 id="finance-title" className="text-h3">
        {m.deal_finance_title({ price })}
      </h2>
      <p className="muted mt-1">{m.deal_finance_text()}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        {isOffered("pre_approval") && (
          <Link className={buttonClass()} to={paths.preApprovalFor(page.listingId)}>
            {m.deal_finance_pre_approval()}
          </Link>
        )}
        {isOffered("credit_application") && (
          <Link
            className={buttonClass({ variant: "ghost" })}
            to={paths.creditApplicationFor(page.listingId)}
          >
            {m.deal_finance_credit()}
          </Link>
        )}
      </p>
    </section>
  );
}

function BillOfSale({ page: { reference, key } }: { page: Page }) {
  return (
    <section className="card p-6" aria-labelledby="bill-title">
      <h2 id="bill-title" className="text-h3">
        {m.deal_bill_title()}
      </h2>
      <p className="muted mt-1">{m.deal_bill_text()}</p>
      <p className="mt-4 flex flex-wrap gap-3">
        <a
          className={buttonClass({ variant: "ghost" })}
          href={buildDealHref(paths.billOfSale(reference), key)}
        >
          {m.deal_bill_open()}
        </a>
        <a
          className={buttonClass({ variant: "ghost" })}
          href={buildDealHref(paths.billOfSalePdf(reference), key)}
        >
          {m.deal_bill_pdf()}
        </a>
      </p>
    </section>
  );
}
