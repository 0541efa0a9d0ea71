import { m } from "#messages/messages.js";
import {
  awaitsDealership,
  canCounter,
  findAgreedAmount,
  OFFER_LIMITS_CAD,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import { CommandButton } from "#pages/command/command-button.tsx";
import { fieldsOf } from "#pages/command/press.ts";
import type {
  OwnSellRequest,
  SellRequestPress,
  SellRequestRefusal,
} from "./sell-request.server.ts";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { getLocale } from "#messages/runtime.js";
import { buttonClass } from "#ui/button.tsx";
import { CounterForm } from "#ui/counter-form.tsx";
import { formatDate, formatDateTime } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { OfferStateChip } from "./offer-state-chip.tsx";

/** The offers side by side, highest first; before the first one, what to expect. */
export function OfferComparison({
  sale,
  dealershipCount,
  refusedCounter,
}: {
  sale: OwnSellRequest;
  dealershipCount: number;
  refusedCounter: SellRequestRefusal["counter"];
}) {
  const { offers } = sale;
  const open = offers.filter(({ state }) => state === "open");
  const highestCad = Math.max(...open.map(({ amountCad }) => amountCad));
  const sorted = offers.toSorted(
    (a, b) => Number(isOver(a.state)) - Number(isOver(b.state)) || b.amountCad - a.amountCad,
  );
  const warning = describeListingTaken(sale.listing);
  return (
    <section id="offers" className="scroll-mt-24" aria-labelledby="offers-title">
      <h2 id="offers-title" className="text-page-title">
        {m.sale_offers_title()}
      </h2>
      {offers.length === 0 ? (
        <p className="card p-6 mt-4">{noneText(sale, dealershipCount)}</p>
      ) : (
        <>
          {open.length > 0 && <p className="muted mt-2 max-w-190">{m.sale_offers_lead()}</p>}
          {warning && offers.every(({ state }) => state !== "accepted") && (
            <p className="notice notice--warn mt-4 max-w-190">{warning}</p>
          )}
          <ul className="mt-5 grid gap-5 sm:grid-cols-2 xl:grid-cols-3">
            {sorted.map((offer) => (
              <OfferCard
                key={offer.id}
                offer={offer}
                isHighest={
                  open.length > 1 && offer.state === "open" && offer.amountCad === highestCad
                }
                takesCounter={sale.isShared && sale.choice !== "own_listing"}
                refusedCounter={refusedCounter?.offerId === offer.id ? refusedCounter : null}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function isOver(state: OwnSellRequest["offers"][number]["state"]): boolean {
  return state !== "open" && state !== "accepted" && state !== "on_hold";
}

/** Why no offer can be accepted: the car has a buyer through its listing; null if it has none. */
function describeListingTaken(listing: OwnSellRequest["listing"]): string | null {
  if (listing?.state === "sold") return m.sale_offers_listing_sold();
  return listing?.isReserved ? m.sale_offers_listing_reserved() : null;
}

function noneText({ choice, isShared }: OwnSellRequest, dealershipCount: number): string {
  if (choice === "own_listing") return m.sale_offers_none_wanted();
  if (!isShared) return m.sale_offers_none_withdrawn();
  if (dealershipCount === 0) return m.sale_offers_none_near();
  return dealershipCount === 1
    ? m.sale_offers_none_one()
    : m.sale_offers_none({ count: dealershipCount });
}

type OfferCardProps = {
  offer: OwnSellRequest["offers"][number];
  isHighest: boolean;
  /** A dealership can see a counter-offer and accept it. */
  takesCounter: boolean;
  refusedCounter: SellRequestRefusal["counter"];
};

/** One offer of several: the same lines at the same height, so that they are easy to compare. */
function OfferCard({ offer, isHighest, takesCounter, refusedCounter }: OfferCardProps) {
  const locale = getLocale();
  const isOpen = offer.state === "open";
  const isFaded = isOver(offer.state);
  const titleId = `offer-${offer.id}`;
  return (
    <li
      className={`card row-span-5 grid grid-rows-subgrid gap-3 p-5 ${isHighest ? "border-success" : ""} ${isFaded ? "bg-muted" : ""}`}
    >
      <div className="flex flex-wrap gap-2">
        <OfferStateChip state={offer.state} />
        {isHighest && <span className="chip chip--ok">{m.sale_offer_highest()}</span>}
      </div>
      <div>
        <p
          className={`figures font-display text-[2rem] leading-none font-figure ${isFaded ? "text-muted-foreground line-through" : ""}`}
        >
          {formatCad(findAgreedAmount(offer), locale)}
        </p>
        <h3 id={titleId} className="mt-2 text-lead">
          {offer.dealershipName}
        </h3>
        <p className="small muted">
          {m.listing_place({ city: offer.city, province: offer.provinceCode })}
        </p>
        {offer.counter && <p className="small mt-2">{describeCounter(offer)}</p>}
      </div>
      <dl className="small grid content-start gap-1">
        <dt className="muted">{m.sale_offer_valid_until()}</dt>
        <dd className="figures font-semibold">{formatDate(offer.validUntil, locale)}</dd>
        <dt className="muted mt-2">{m.sale_offer_made()}</dt>
        <dd className="figures font-semibold">{formatDateTime(offer.madeAt, locale)}</dd>
      </dl>
      <div className="small">
        <p className="muted">{m.sale_offer_conditions()}</p>
        <p className="whitespace-pre-line wrap-anywhere">
          {offer.conditions || m.sale_offer_no_conditions()}
        </p>
      </div>
      <div className="grid content-start gap-3">
        {isOpen && (
          <>
            <Accept offer={offer} />
            <Post press="decline" offerId={offer.id} describedBy={titleId} variant="ghost">
              {m.sale_decline()}
            </Post>
            {takesCounter && canCounter(offer) && (
              <CounterOffer offer={offer} refused={refusedCounter} />
            )}
          </>
        )}
        {awaitsDealership(offer) && (
          <Post press="withdraw-counter" offerId={offer.id} describedBy={titleId} variant="ghost">
            {m.sale_counter_withdraw()}
          </Post>
        )}
        {offer.state === "accepted" && <CallOff offer={offer} />}
        {offer.state === "declined" && offer.canUndoDecline && (
          <>
            <Post press="undo" offerId={offer.id} describedBy={titleId} variant="ghost">
              {m.sale_undo_decline()}
            </Post>
            <p className="fine-print muted">
              {m.sale_undo_until({ date: formatDate(offer.validUntil, locale) })}
            </p>
          </>
        )}
      </div>
    </li>
  );
}

function describeCounter({ counter, ...offer }: OfferCardProps["offer"]): string {
  const named = { counter: formatCad(counter?.amountCad ?? 0, getLocale()) };
  if (awaitsDealership({ ...offer, counter })) return m.sale_counter_sent(named);
  if (counter?.answer === "withdrawn") return m.sale_counter_withdrawn(named);
  const isRefused = counter?.answer === "declined" && offer.state === "open";
  return isRefused ? m.sale_counter_refused(named) : m.sale_counter_lapsed(named);
}

/** The seller's counter-offer, one per offer. */
function CounterOffer({
  offer: { id, amountCad, dealershipName: dealership },
  refused,
}: {
  offer: OfferCardProps["offer"];
  refused: SellRequestRefusal["counter"];
}) {
  const amount = formatCad(amountCad, getLocale());
  return (
    <CounterForm
      id={`counter-${id}`}
      summary={
        <>
          {m.sale_counter()}
          <span className="sr-only">: {dealership}</span>
        </>
      }
      hidden={fieldsOf<SellRequestPress>("counter", { offerId: id })}
      label={m.sale_counter_price({ dealership })}
      hint={m.sale_counter_price_hint({ amount })}
      limits={{ min: amountCad + 1, max: OFFER_LIMITS_CAD.max, step: 1 }}
      refused={refused && { typed: refused.typed, error: m.sale_counter_price_wrong({ amount }) }}
      note={m.sale_counter_means({ dealership })}
      submit={m.sale_counter_send()}
      reloadDocument
    />
  );
}

/**
 * Accepting ends the comparison, so a second confirmation is asked for; it needs no script either.
 */
function Accept({ offer }: { offer: OfferCardProps["offer"] }) {
  const locale = getLocale();
  return (
    <details>
      <summary className={`${buttonClass({ variant: "dark", block: true })} list-none`}>
        {m.sale_accept()}
        <span className="sr-only">: {offer.dealershipName}</span>
      </summary>
      <div className="mt-3 grid gap-3 rounded-md bg-muted p-4">
        <p className="small">
          {m.sale_accept_means({
            amount: formatCad(offer.amountCad, locale),
            dealership: offer.dealershipName,
          })}
        </p>
        <Post press="accept" offerId={offer.id} variant="primary">
          {m.sale_accept_confirm({ amount: formatCad(offer.amountCad, locale) })}
        </Post>
      </div>
    </details>
  );
}

/**
 * Ends the deal before the handover; this disappoints the other side, so it asks for a second
 * confirmation too.
 */
function CallOff({ offer }: { offer: OfferCardProps["offer"] }) {
  return (
    <details>
      <summary className={`${buttonClass({ variant: "ghost", block: true })} list-none`}>
        {m.sale_call_off()}
        <span className="sr-only">: {offer.dealershipName}</span>
      </summary>
      <div className="mt-3 grid gap-3 rounded-md bg-muted p-4">
        <p className="small">{m.sale_call_off_means({ dealership: offer.dealershipName })}</p>
        <Post press="call-off" offerId={offer.id} variant="ghost">
          {m.sale_call_off_confirm()}
        </Post>
      </div>
    </details>
  );
}

type PostProps = {
  press: SellRequestPress;
  offerId: string;
  variant: "primary" | "ghost";
  describedBy?: string;
  children: ReactNode;
};

function Post({ press, offerId, variant, describedBy, children }: PostProps) {
  return (
    <Form method="post" reloadDocument>
      <input type="hidden" name="offerId" value={offerId} />
      <CommandButton press={press} variant={variant} block aria-describedby={describedBy}>
        {children}
      </CommandButton>
    </Form>
  );
}
