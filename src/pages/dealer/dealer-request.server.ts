import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { listDealReferences } from "#domain/deal/deal-queries.server.ts";
import type { Offer } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { formatOfferedCarName } from "#domain/sell-request/dealer-offer/offered-car.ts";
import { answerRows } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import {
  type PageArgs,
  redirectTo,
  requireFormPost,
  requireMember,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { buildOfferedCarPicture, findBodyType } from "#domain/sell-request/drawn-car.ts";
import { listFirstPhotos, listRequestPhotos } from "#domain/sell-request/request-photos.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { readReference } from "#values/reference.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { refuseTooManyTries } from "#pages/form/refusals.ts";
import {
  dealerRequest,
  listDealerRequests,
  MOST_REQUESTS_SHOWN,
} from "#domain/sell-request/dealer-requests.server.ts";
import { answerCounter } from "#domain/sell-request/dealer-offer/counter-offer.server.ts";
import {
  findAgreedAmount,
  OFFER_DECISIONS,
} from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import {
  counterAnswerForm,
  dealerOfferForm,
  declineForm,
  withdrawForm,
} from "#domain/sell-request/dealer-offer/dealer-offer.form.ts";
import {
  declineInvitation,
  makeOffer,
  type OfferResult,
  withdrawOffer,
  type OfferRefusal,
} from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import { findDealerTerms } from "#domain/terms/accept-terms.server.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import { requireDealership } from "./desk.server.ts";
import { paths } from "#site/paths.ts";
import { countAgainst, type RateLimitResult } from "#platform/limit/rate-limit.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isUuid } from "#values/uuid.ts";
import { may } from "#domain/identity/permission.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { m } from "#messages/messages.js";
import type { Notice } from "#ui/notice-line.tsx";

/** Each offer sends an e-mail to the seller. */
const OFFERS_BY_PERSON = { name: "dealer offers", most: 120, windowMs: 60 * 60_000 };

/** Who makes offers on which request, and their rate limit. */
type AboutRequest = {
  maker: { userId: string; dealershipId: string };
  reference: string;
  limit: RateLimitResult;
};

/** The offer that the person saw; null if there was none. */
const seenOffer = ({ field }: Press): string | null => field("seenOfferId") || null;

/**
 * What a dealership may post about one request: an offer, which replaces the one before, or that it
 * makes none.
 */
const commands = defineCommands<AboutRequest>()({
  offer: {
    run: (press, { maker, reference, limit }) =>
      handleForm(dealerOfferForm, press.post, async ({ amount, validUntil, conditions = "" }) => {
        if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
        const offerId = press.field("offerId");
        const id = isUuid(offerId) ? offerId.toLowerCase() : randomUUID();
        const terms = { amountCad: amount, validUntil, conditions };
        const seenOfferId = seenOffer(press);
        const result = await makeOffer(maker, reference, { ...terms, id, seenOfferId });
        return toOutcome(result, reference, "offered");
      }),
  },
  withdraw: {
    run: (press, { maker, reference, limit }) =>
      handleForm(withdrawForm, press.post, async () => {
        if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
        const result = await withdrawOffer(maker, reference, seenOffer(press) ?? "");
        // A request that is no longer shared disappears with the dealership's last offer.
        const isGone = result.ok && !(await dealerRequest(maker.dealershipId, reference));
        if (isGone) throw redirectTo(`${hrefIn(paths.dealerRequests())}?done=withdrawn`);
        return toOutcome(result, reference, "withdrawn");
      }),
  },
  counter: {
    run(press, { maker, reference, limit }) {
      const answer = OFFER_DECISIONS.find((each) => each === press.field("answer"));
      if (!answer) throw data(null, { status: 400 });
      return handleForm(counterAnswerForm, press.post, async () => {
        if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
        const result = await answerCounter(maker, reference, seenOffer(press) ?? "", answer);
        return toOutcome(result, reference, `counter_${answer}`);
      });
    },
  },
  decline: {
    run: ({ post, field }, { maker, reference, limit }) =>
      handleForm(declineForm, post, async () => {
        if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
        const result = await declineInvitation(maker, reference, field("reason"));
        return toOutcome(result, reference, "declined");
      }),
  },
});

/**
 * @throws 404 for a request that the dealership does not have; 403 for a member who makes no offers.
 */
export async function handleRequestPost(args: RequestPageArgs) {
  const member = requirePermission(args, "answerSellRequests");
  const { user } = member;
  const dealership = await requireDealership(member);
  const reference = readReference(args.params.reference ?? "");
  // Another dealership's request, or one no longer shared, is handled like one that does not exist.
  if (!reference || !(await dealerRequest(dealership.id, reference)))
    throw data(null, { status: 404 });
  const post = await requireFormPost(args);
  const limit = await countAgainst(OFFERS_BY_PERSON, user.id);
  const maker = { userId: user.id, dealershipId: dealership.id };
  return runCommand(args, commands, { maker, reference, limit }, { post, otherwise: "offer" });
}

/** @throws 404 for a request that the dealership does not have. */
function toOutcome(result: OfferResult, reference: string, done: string): Outcome {
  if (result.ok)
    return { ok: true, redirectTo: `${hrefIn(paths.dealerRequest(reference))}?done=${done}` };
  if (result.code === "not_found") throw data(null, { status: 404 });
  return { ok: false, message: describeRefusal(result.code), status: 409 };
}

type RequestPageArgs = PageArgs & { params: { reference?: string } };

/** The validity of an offer in days, unless the dealership chooses another. */
const USUAL_DAYS = 14;

/** All requests of the dealership, for its list. */
export async function loadDealerRequests(args: PageArgs) {
  const { user, dealership, isStaff, visitor } = await requireDealerOrStaff(args);
  const { locale } = visitor;
  const requests = dealership || isStaff ? await listDealerRequests(dealership?.id ?? null) : [];
  await recordAct({ by: toActor(user), action: "lead_list_viewed" });
  const photos = await listFirstPhotos(
    requests
      .filter(({ isShared, state }) => isStaff || isShared || state === "accepted")
      .map(({ lead }) => lead.submissionId),
  );
  return {
    isStaff,
    dealershipName: dealership?.name ?? null,
    owesTerms: dealership !== null && !(await findDealerTerms(dealership.id)).isAccepted,
    notice: findNotice(args.request.url),
    /** The number of shown requests if there may be older ones; else null. */
    newestOnly: requests.length >= MOST_REQUESTS_SHOWN ? MOST_REQUESTS_SHOWN : null,
    requests: requests.map(({ lead, answers, state, current, invitedAt, offers }) => ({
      reference: lead.reference,
      car: formatOfferedCarName(answers, locale),
      odometerKm: answers.totalRun ?? null,
      city: lead.city ?? "",
      illustration: buildOfferedCarPicture(answers, lead.reference),
      style: findBodyType(answers) ?? "sedan",
      colour: answers.exteriorColour ?? "grey",
      photo: photos.get(lead.submissionId) ?? null,
      state,
      offerCad: current && findAgreedAmount(current),
      /** The seller's counter-offer while it waits for an answer; else null. */
      counterCad: state === "countered" ? (current?.counter?.amountCad ?? null) : null,
      offerCount: offers.length,
      invitedAt,
    })),
  };
}

export type ListedRequest = Awaited<ReturnType<typeof loadDealerRequests>>["requests"][number];

/** One request with the car, its seller's contact data, and the dealership's own offers. */
export async function loadDealerRequest(args: RequestPageArgs) {
  const { user, dealership, isStaff, visitor } = await requireDealerOrStaff(args);
  const reference = readReference(args.params.reference ?? "");
  const isAllowed = dealership !== null || isStaff;
  const found =
    isAllowed && reference ? await dealerRequest(dealership?.id ?? null, reference) : null;
  if (!found) throw data(null, { status: 404 });
  const { lead, answers, state, isShared, takesOffer, offers, current, invitedAt } = found;
  const on = { kind: "lead", id: lead.reference } as const;
  await recordAct({ by: toActor(user), action: "lead_viewed", on });
  const mayAnswer = dealership !== null && may(user, "answerSellRequests");
  // Contact data is shared only so that the dealership can make an offer and buy the car.
  const mayReach = isStaff || state === "accepted" || takesOffer;
  const { locale } = visitor;
  return {
    reference: lead.reference,
    isStaff,
    car: formatOfferedCarName(answers, locale),
    city: lead.city ?? "",
    illustration: buildOfferedCarPicture(answers, lead.reference),
    style: findBodyType(answers) ?? "sedan",
    colour: answers.exteriorColour ?? "grey",
    rows: answerRows(sellCarForm, answers, { locale, translate: translateIn(locale) })
      .filter(({ step }) => step !== "review" && step !== "contact")
      .map(({ name, value }) => ({ name, value })),
    photos:
      isStaff || isShared || state === "accepted" ? await listRequestPhotos(lead.submissionId) : [],
    isShared,
    email: mayReach ? lead.email : null,
    phone: mayReach ? lead.phone : null,
    isPhoneVerified: lead.phoneVerifiedAt !== null,
    canDecline: mayAnswer && (state === "waiting" || state === "declined"),
    invitedAt,
    state,
    dealReference: await findDealReference(offers),
    offers: offers.toReversed().map(shownOffer),
    current: current && shownOffer(current),
    mayAnswer,
    canOffer: mayAnswer && takesOffer,
    newOfferId: randomUUID(),
    offerView: showForm(dealerOfferForm, visitor, {
      ...(current && { amount: current.amountCad, conditions: current.conditions }),
      validUntil: current?.state === "open" ? current.validUntil : daysAfter(today(), USUAL_DAYS),
    }),
    notice: findNotice(args.request.url),
  };
}

export type DealerRequestPage = Awaited<ReturnType<typeof loadDealerRequest>>;

/** The deal that the accepted one of these offers began; null if none was accepted. */
async function findDealReference(offers: readonly Offer[]): Promise<string | null> {
  const accepted = offers.find(({ state }) => state === "accepted");
  if (!accepted) return null;
  return (await listDealReferences([accepted.id])).get(accepted.id) ?? null;
}

function shownOffer(offer: Offer) {
  const { id, dealershipName, amountCad, validUntil, conditions, madeAt, state, counter } = offer;
  return { id, dealershipName, amountCad, validUntil, conditions, madeAt, state, counter };
}

/** The user of the dealership's pages. */
type DealerCaller = {
  user: SignedInUser;
  visitor: Visitor;
  /** The dealership that the person works for: they see only its data. Null for staff. */
  dealership: { id: string; name: string } | null;
  /** Staff see what every dealership sees, and may change nothing. */
  isStaff: boolean;
};

/**
 * A dealer with their dealership, if they have one, or staff. Every loader calls it first.
 * @throws a redirect to sign-in, and 403 for everybody else.
 */
async function requireDealerOrStaff(args: PageArgs): Promise<DealerCaller> {
  const { user, visitor } = requireMember(args);
  if (may(user, "seeSellRequests")) {
    const { dealership } = user;
    return {
      user,
      visitor,
      isStaff: false,
      dealership: dealership ? await requireDealership({ user }) : null,
    };
  }
  requirePermission(args, "seeLeads");
  return { user, visitor, isStaff: true, dealership: null };
}

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    offered: m.dealer_done_offered,
    withdrawn: m.dealer_done_withdrawn,
    counter_accepted: m.dealer_done_counter_accepted,
    counter_declined: m.dealer_done_counter_declined,
    declined: m.dealer_done_declined,
  }),
);

/**
 * The notice after a redirect, by the code in `?done=`: the address never contains the text itself.
 */
function findNotice(address: string): Notice | null {
  const code = new URL(address).searchParams.get("done");
  const words = code === null ? undefined : DONE.get(code);
  return words ? { text: words(), isError: false } : null;
}

const REFUSED: Record<Exclude<OfferRefusal, "not_found">, () => string> = {
  already_accepted: m.dealer_refused_already_accepted,
  car_taken: m.dealer_refused_car_taken,
  not_wanted: m.dealer_refused_not_wanted,
  changed_meanwhile: m.dealer_refused_changed_meanwhile,
  reason_missing: m.dealer_decline_reason_missing,
};

function describeRefusal(code: Exclude<OfferRefusal, "not_found">): string {
  return REFUSED[code]();
}
