import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { OWN_TITLE } from "#pages/account/own-title.ts";
import { paths } from "#site/paths.ts";
import { NoticeLine } from "#ui/notice-line.tsx";
import { privateHeaders } from "#pages/session/guards.server.ts";
import { DealLink } from "#pages/public/listing/deal-link.tsx";
import { OfferedCarPictures } from "#pages/public/sell-request/offered-car-pictures.tsx";
import { Link } from "#ui/link.tsx";
import { pageMeta } from "#ui/page-meta.ts";
import { formatDateTime, formatPhone, formatDate } from "#values/format.ts";
import type { Route } from "./+types/dealer-request.page.ts";
import { OfferForm } from "./dealer-offer-form.tsx";
import {
  type DealerRequestPage,
  loadDealerRequest,
  handleRequestPost,
} from "./dealer-request.server.ts";
import { RequestStateChip } from "./request-state-chip.tsx";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { OfferStateChip } from "#pages/public/sell-request/offer-state-chip.tsx";
import { SectionCard } from "#ui/section-card.tsx";
import {
  DECLINE_REASONS,
  type DeclineReason,
  type OfferCounter,
  type OfferDecision,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { SelectField } from "#ui/field.tsx";
import { formatCad } from "#values/money.ts";

export function loader(args: Route.LoaderArgs) {
  return loadDealerRequest(args);
}

export function action(args: Route.ActionArgs) {
  return handleRequestPost(args);
}

export const handle = OWN_TITLE;

export const headers = privateHeaders;

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: m.dealer_request_title({ car: args.loaderData?.car ?? "" }),
    isPrivate: true,
  });

/** One sell request: its car, and the dealership's offers for it. */
export default function RequestPage({ loaderData, actionData }: Route.ComponentProps) {
  const { car, city, reference, invitedAt, notice, state, isStaff, isShared, canOffer, current } =
    loaderData;
  const locale = getLocale();
  const refused = actionData?.ok === false ? actionData.view : null;
  const isSaidInForm = canOffer && refused?.form === loaderData.offerView.form;
  const refusal = isSaidInForm ? undefined : refused?.errorSummary?.text;
  return (
    <div>
      <p className="mb-4">
        <Link to={paths.dealerRequests()}>{m.dealer_back()}</Link>
      </p>
      <div className="page-head">
        <h1>{car}</h1>
        <p className="figures">
          {reference} · {city} · {m.dealer_received({ time: formatDateTime(invitedAt, locale) })}
        </p>
        {!isStaff && (
          <div className="mt-3">
            <RequestStateChip state={state} />
          </div>
        )}
      </div>
      {!actionData && <NoticeLine notice={notice} />}
      {/* The form shows its own errors; if there is no form any more, the page shows the
          refusal. */}
      {refusal && (
        <p className="notice notice--bad mb-6 max-w-190" role="alert">
          {refusal}
        </p>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_400px]">
        <Car page={loaderData} />
        <div className="grid gap-6">
          {state === "accepted" && (
            <p className="notice notice--ok">
              {current?.counter?.answer === "accepted"
                ? m.dealer_agreed_note()
                : m.dealer_accepted_note()}
            </p>
          )}
          <DealLink reference={loaderData.dealReference} />
          {state === "countered" && current && loaderData.mayAnswer && (
            <SellersPrice offer={current} />
          )}
          {state === "sold_elsewhere" && (
            <p className="notice notice--plain">{m.dealer_sold_note()}</p>
          )}
          {state === "not_wanted" && (
            <p className="notice notice--plain">{m.dealer_not_wanted_note()}</p>
          )}
          {!isShared && state !== "accepted" && (
            <p className="notice notice--plain">
              {isStaff ? m.dealer_unshared_note_staff() : m.dealer_unshared_note()}
            </p>
          )}
          <Seller page={loaderData} />
          {canOffer && <OfferForm page={loaderData} answer={actionData} />}
          {loaderData.canDecline && <DeclineForm />}
          <MadeOffers page={loaderData} />
        </div>
      </div>
    </div>
  );
}

/**
 * The seller's counter-offer. To accept it is to buy the car, so a second confirmation is asked
 * for.
 */
function SellersPrice({ offer }: { offer: NonNullable<DealerRequestPage["current"]> }) {
  const locale = getLocale();
  const counter = formatCad(offer.counter?.amountCad ?? 0, locale);
  const amount = formatCad(offer.amountCad, locale);
  return (
    <SectionCard
      title={m.dealer_counter_title({ counter })}
      text={m.dealer_counter_text({ amount })}
    >
      <div className="grid gap-3">
        <details>
          <summary className={`${buttonClass({ variant: "dark", block: true })} list-none`}>
            {m.dealer_counter_accept({ counter })}
          </summary>
          <div className="mt-3 grid gap-3 rounded-md bg-muted p-4">
            <p className="small">{m.dealer_counter_means({ counter })}</p>
            <CounterAnswer offerId={offer.id} answer="accepted" variant="primary">
              {m.dealer_counter_confirm({ counter })}
            </CounterAnswer>
          </div>
        </details>
        <CounterAnswer offerId={offer.id} answer="declined" variant="ghost">
          {m.dealer_counter_decline()}
        </CounterAnswer>
      </div>
    </SectionCard>
  );
}

function CounterAnswer({
  offerId,
  answer,
  variant,
  children,
}: {
  offerId: string;
  answer: OfferDecision;
  variant: "primary" | "ghost";
  children: ReactNode;
}) {
  return (
    <Form method="post" reloadDocument>
      <input type="hidden" name="form" value="counter" />
      <input type="hidden" name="seenOfferId" value={offerId} />
      <Button type="submit" name="answer" value={answer} variant={variant} block>
        {children}
      </Button>
    </Form>
  );
}

const REASONS = {
  too_far: m.dealer_decline_too_far,
  too_many_km: m.dealer_decline_too_many_km,
  condition: m.dealer_decline_condition,
  not_our_cars: m.dealer_decline_not_our_cars,
  enough_stock: m.dealer_decline_enough_stock,
  other: m.dealer_decline_other,
} as const satisfies Record<DeclineReason, unknown>;

/** Staff then know that this dealership will make no offer. */
function DeclineForm() {
  return (
    <SectionCard title={m.dealer_decline_title()} text={m.dealer_decline_text()}>
      <Form method="post" className="grid gap-4" reloadDocument>
        <input type="hidden" name="form" value="decline" />
        <SelectField label={m.dealer_decline_reason()} name="reason" defaultValue="">
          <option value="" disabled>
            {m.dealer_decline_choose()}
          </option>
          {DECLINE_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {REASONS[reason]()}
            </option>
          ))}
        </SelectField>
        <Button type="submit" variant="ghost">
          {m.dealer_decline_submit()}
        </Button>
      </Form>
    </SectionCard>
  );
}

/** The person agreed that the dealership may contact them, for as long as it can buy the car. */
function Seller({ page: { email, phone, isPhoneVerified } }: { page: DealerRequestPage }) {
  if (!email && !phone) return null;
  return (
    <section className="card p-6" aria-labelledby="seller-title">
      <h2 id="seller-title" className="text-h3">
        {m.dealer_seller()}
      </h2>
      <ul className="mt-3 grid gap-2">
        {phone && (
          <li className="flex flex-wrap items-center gap-3">
            <a className="figures font-semibold" href={`tel:${phone}`}>
              {formatPhone(phone, getLocale())}
            </a>
            <span className={isPhoneVerified ? "chip chip--ok" : "chip"}>
              {isPhoneVerified ? m.dealer_phone_verified() : m.dealer_phone_not_verified()}
            </span>
          </li>
        )}
        {email && (
          <li>
            <a className="font-semibold wrap-anywhere" href={`mailto:${email}`}>
              {email}
            </a>
          </li>
        )}
      </ul>
      <p className="small muted mt-3">{m.dealer_seller_use()}</p>
    </section>
  );
}

function Car({ page }: { page: DealerRequestPage }) {
  const { rows, photos } = page;
  return (
    <section className="card overflow-hidden" aria-labelledby="car-title">
      <OfferedCarPictures car={page} sizes="(min-width: 1024px) 800px, 100vw" />
      <div className="p-6">
        <h2 id="car-title" className="text-h3">
          {m.dealer_car()}
        </h2>
        {photos.length === 0 && <p className="fine-print muted mt-1">{m.dealer_drawn()}</p>}
        <dl className="mt-4 grid gap-x-8 gap-y-0 sm:grid-cols-2">
          {rows.map(({ name, value }) => (
            <div key={name} className="flex justify-between gap-4 border-t border-border py-2">
              <dt className="muted">{name}</dt>
              <dd className="figures text-right font-semibold wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function describeCounter({ amountCad, answer }: OfferCounter): string {
  const counter = formatCad(amountCad, getLocale());
  if (answer === null) return m.dealer_counter_waiting({ counter });
  return answer === "accepted"
    ? m.dealer_counter_taken({ counter })
    : m.dealer_counter_declined({ counter });
}

/** The dealership's offers so far, newest first; staff see those of all dealerships. */
function MadeOffers({ page }: { page: DealerRequestPage }) {
  const { offers, current, isStaff, mayAnswer } = page;
  const locale = getLocale();
  if (offers.length === 0) return null;
  return (
    <SectionCard title={isStaff ? m.dealer_offers_staff() : m.dealer_offers()}>
      <ul className="divide-y divide-border">
        {offers.map((offer) => (
          <li key={offer.id} className="grid gap-1 py-3">
            <p className="flex flex-wrap items-center gap-3">
              <b className="figures text-lg">{formatCad(offer.amountCad, locale)}</b>
              <OfferStateChip state={offer.state} />
            </p>
            {isStaff && <p className="small font-semibold">{offer.dealershipName}</p>}
            <p className="small muted figures">
              {m.dealer_offer_dates({
                made: formatDateTime(offer.madeAt, locale),
                until: formatDate(offer.validUntil, locale),
              })}
            </p>
            {offer.counter && <p className="small">{describeCounter(offer.counter)}</p>}
            {offer.conditions && (
              <p className="small whitespace-pre-line wrap-anywhere">{offer.conditions}</p>
            )}
          </li>
        ))}
      </ul>
      {mayAnswer && current?.state === "open" && (
        <details className="mt-3">
          <summary className="cursor-pointer font-semibold">{m.dealer_withdraw()}</summary>
          <Form method="post" reloadDocument className="mt-3">
            <p className="small mb-3">{m.dealer_withdraw_text()}</p>
            <input type="hidden" name="form" value="withdraw" />
            <input type="hidden" name="seenOfferId" value={current.id} />
            <Button type="submit" variant="dark">
              {m.dealer_withdraw_confirm()}
            </Button>
          </Form>
        </details>
      )}
    </SectionCard>
  );
}
