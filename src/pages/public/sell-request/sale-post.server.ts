import { data } from "react-router";
import {
  acceptOffer,
  type AnswerResult,
  declineOffer,
  type Seller,
  undoDecline,
} from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import { chooseSale } from "#domain/sell-request/dealer-offer/choose-sale.server.ts";
import { isSaleChoice, type SaleChoice } from "#domain/sell-request/dealer-offer/purchase-offer.ts";
import { stopSharing } from "#domain/sell-request/dealer-offer/share-request.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import { countAgainst } from "#platform/limit/rate-limit.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { postedFields } from "#pages/public/form-journey/posted-fields.server.ts";
import { type SaleCaller, type SalePageArgs, sellerOf } from "./sale-access.server.ts";
import { keyed } from "./sale-address.ts";
import { refusalText } from "./sale-notice.ts";
import { shareConsent } from "#domain/sell-request/share-consent.ts";

/** What was not done, and why; the choice as it was made. */
export type SaleRefusal = {
  text: string;
  /** The control that it is about; null where it is about an offer. */
  control: "choice" | "share" | null;
  choice: SaleChoice | null;
};

/** Each answer sends e-mails: far more than a person needs, far less than a nuisance. */
const POSTS_BY_REQUEST = { name: "sale request posts", most: 60, windowMs: 60 * 60_000 };

const ANSWERS: Record<
  string,
  { answer: (seller: Seller, offerId: string) => Promise<AnswerResult>; done: string }
> = {
  accept: { answer: acceptOffer, done: "accepted" },
  decline: { answer: declineOffer, done: "declined" },
  undo: { answer: undoDecline, done: "reopened" },
};

/** Everything that the page of a request posts: the choice, and answers to offers. */
export async function answerSalePost(args: SalePageArgs) {
  const caller = await sellerOf(args);
  const { reference } = caller.seller;
  const limit = countAgainst(POSTS_BY_REQUEST, reference);
  if (!limit.ok) {
    const text = m.sale_refused_too_many();
    return refused(429, { text }, { "retry-after": String(limit.retryAfterSeconds) });
  }
  const raw = await postedFields(args.request);
  const field = (name: string) => rawValue(raw, name);
  const intent = field("intent");
  if (intent === "choose") return answerChoice(caller, field("choice"), field("share") === "yes");
  if (intent === "stop-sharing") {
    await stopSharing(caller.seller);
    throw backTo(caller, "unshared");
  }
  const answer = Object.hasOwn(ANSWERS, intent) ? ANSWERS[intent] : undefined;
  if (!answer) throw data(null, { status: 400 });
  const result = await answer.answer(caller.seller, field("offerId"));
  if (!result.ok && result.code === "not_found") throw data(null, { status: 404 });
  if (!result.ok) return refused(409, { text: refusalText(result.code) });
  throw backTo(caller, answer.done);
}

async function answerChoice(
  caller: SaleCaller & { seller: Seller },
  typed: string,
  agrees: boolean,
) {
  const { seller, key, visitor } = caller;
  if (!isSaleChoice(typed)) {
    return refused(422, { text: m.sale_choice_missing(), control: "choice" });
  }
  const consent = agrees
    ? shareConsent(visitor.locale, { at: "request_page", givenAt: now() })
    : null;
  const result = await chooseSale(seller, typed, consent);
  if (!result.ok) {
    switch (result.code) {
      case "not_found":
        throw data(null, { status: 404 });
      case "already_accepted":
        return refused(409, { text: m.sale_refused_passed_over(), choice: typed });
      case "consent_missing":
        return refused(422, { text: m.sale_share_missing(), control: "share", choice: typed });
    }
  }
  if (typed === "dealership_offers") throw backTo(caller, "chosen");
  throw redirectTo(keyed(paths.listingFromRequest(seller.reference), key));
}

function backTo({ request, key }: SaleCaller, done: string): Response {
  const path = paths.saleRequest(request.lead.reference);
  return redirectTo(keyed(path, key, { done }));
}

function refused(
  status: number,
  given: Partial<SaleRefusal> & { text: string },
  headers: Record<string, string> = {},
) {
  return data<SaleRefusal>({ control: null, choice: null, ...given }, { status, headers });
}
