import { data, redirect, type RouterContextProvider } from "react-router";
import { db } from "#platform/database/database.server.ts";
import { paths } from "#site/paths.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { answerBid, moveListing, type MoveResult } from "#domain/bid/move-listing.server.ts";
import { type AnsweredBids, answeredWords } from "./answered-words.ts";
import { revealPhone } from "#domain/listing/listing-seller.server.ts";
import type { ShownNumber } from "./seller-card.tsx";

export type ListingPostAnswer = { shown: ShownNumber; answered: AnsweredBids };

/**
 * What is pressed on a listing's page: "Show number", and the seller's answers to bids. What the
 * seller is asked about first is answered on its own page (bid/answer.page.tsx).
 */
export async function answerListingPost(
  request: Request,
  listingId: string,
  context: Readonly<RouterContextProvider>,
) {
  const fields = await postedForm(request);
  const intent = fields.get("intent");
  if (intent === "show-number") return showNumber(listingId, context);
  const { user } = visitorOf(context);
  if (!user) {
    const returnTo = new URLSearchParams({ returnTo: hrefIn(paths.listing(listingId)) });
    throw redirect(`${hrefIn(paths.signIn())}?${returnTo}`, 303);
  }
  const bidId = fields.get("bidId");
  const result = await db().transaction(async (transaction): Promise<MoveResult> => {
    if (intent === "release" || intent === "reopen")
      return moveListing(transaction, { by: user, listingId, move: intent });
    if (intent !== "decline" || typeof bidId !== "string") return { ok: false, code: "not_found" };
    return answerBid(transaction, { by: user, bidId, answer: "decline" });
  });
  const done = intent === "reopen" ? "reopened" : "answered";
  const answered = answeredWords(result.ok ? done : result.code);
  return said({ answered }, result.ok ? 200 : 409);
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

function said(
  answer: Partial<ListingPostAnswer>,
  status: number,
  headers: Record<string, string> = {},
) {
  return data<ListingPostAnswer>({ shown: null, answered: null, ...answer }, { status, headers });
}
