import { data, redirect, type RouterContextProvider } from "react-router";
import { may } from "#backoffice/identity/permission.ts";
import { m } from "#messages/messages.js";
import { paths } from "#paths.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import {
  acceptBid,
  type AnswerResult,
  declineBid,
  markSold,
  releaseListing,
} from "./bid/answer-bid.server.ts";
import type { AnsweredBids } from "./bid/received-bids.tsx";
import { revealPhone } from "./listing-seller.server.ts";
import type { ShownNumber } from "./seller-card.tsx";

export type ListingPostAnswer = { shown: ShownNumber; answered: AnsweredBids };

/** What is pressed on a listing's page: "Show number", and the seller's answers to bids. */
export async function answerListingPost(
  request: Request,
  listingId: string,
  context: Readonly<RouterContextProvider>,
) {
  const fields = await request.formData();
  const intent = fields.get("intent");
  if (intent === "show-number") return showNumber(listingId, context);
  const { user } = visitorOf(context);
  if (!user) {
    const returnTo = new URLSearchParams({ returnTo: hrefIn(paths.listing(listingId)) });
    throw redirect(`${hrefIn(paths.signIn())}?${returnTo}`, 303);
  }
  const bidId = fields.get("bidId");
  const result = may(user, "answerBids")
    ? await answer(intent, listingId, typeof bidId === "string" ? bidId : "", user.id)
    : ({ ok: false, code: "not_found" } as const);
  return said({ answered: wordsFor(intent, result) }, result.ok ? 200 : 409);
}

async function showNumber(listingId: string, context: Readonly<RouterContextProvider>) {
  const { user, ipAddress } = visitorOf(context);
  const revealed = await revealPhone(listingId, { user, ipAddress });
  if (revealed.ok && revealed.phone) return said({ shown: { phone: revealed.phone } }, 200);
  if (!revealed.ok && revealed.code === "too_many_numbers") {
    const minutes = Math.ceil(revealed.retryAfterSeconds / 60);
    return said({ shown: { problem: "too_many", minutes } }, 429, {
      "retry-after": String(revealed.retryAfterSeconds),
    });
  }
  return said({ shown: { problem: "failed" } }, 404);
}

function answer(
  intent: unknown,
  listingId: string,
  bidId: string,
  sellerId: string,
): Promise<AnswerResult> | AnswerResult {
  switch (intent) {
    case "accept-sold":
      return acceptBid({ bidId, sellerId }, "sold");
    case "accept-reserved":
      return acceptBid({ bidId, sellerId }, "reserved");
    case "decline":
      return declineBid({ bidId, sellerId });
    case "mark-sold":
      return markSold({ listingId, sellerId });
    case "release":
      return releaseListing({ listingId, sellerId });
    default:
      return { ok: false, code: "not_found" };
  }
}

function wordsFor(intent: unknown, result: AnswerResult): AnsweredBids {
  if (result.ok) {
    const message = intent === "mark-sold" ? m.bid_answer_marked_sold() : m.bid_answered();
    return { ok: true, message };
  }
  const words = {
    not_found: m.bid_answer_not_found,
    already_sold: m.bid_answer_already_sold,
    reserved_for_another: m.bid_answer_reserved_for_another,
    already_answered: m.bid_answer_already_answered,
    not_reserved: m.bid_answer_not_reserved,
  } as const;
  return { ok: false, message: words[result.code]() };
}

function said(
  answer: Partial<ListingPostAnswer>,
  status: number,
  headers: Record<string, string> = {},
) {
  return data<ListingPostAnswer>({ shown: null, answered: null, ...answer }, { status, headers });
}
