import { data } from "react-router";
import { isChecklistItem, listChecklist } from "#domain/deal/checklist.ts";
import { type Party, loadParties } from "#domain/deal/deal-parties.server.ts";
import { claimDeal } from "#domain/deal/deal-queries.server.ts";
import {
  DEAL_FORMS,
  type DealRefusal,
  type DealSide,
  listDealMoves,
  oppositeSide,
} from "#domain/deal/deal-state.ts";
import { callOffForm, handOverForm } from "#domain/deal/deal.form.ts";
import { listTicks, setTick } from "#domain/deal/tick-item.server.ts";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { inquiryAnswerForm } from "#domain/inquiry/inquiry.form.ts";
import { findConversation } from "#domain/inquiry/inquiry-queries.server.ts";
import { findDealInquiry, writeAboutDeal } from "#domain/inquiry/write-inquiry.server.ts";
import { endDeal } from "#domain/sale/end-deal.server.ts";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { m } from "#messages/messages.js";
import { refuseTooManyTries } from "#pages/form/refusals.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { refuseInquiry } from "#pages/public/listing/inquiry-words.ts";
import { redirectTo, requireFormPost } from "#pages/session/guards.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { countAgainst, type RateLimitResult } from "#platform/limit/rate-limit.server.ts";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Notice } from "#ui/notice-line.tsx";
import { formatCarName } from "#values/car-name.ts";
import { estimateTax } from "#values/tax.ts";
import { type DealPageArgs, type DealVisitor, requireDeal } from "./deal-access.server.ts";

/** Far more posts than the two sides of a deal need in an hour. */
const POSTS_BY_DEAL = { name: "deal posts", most: 120, windowMs: 60 * 60_000 };

const DONE: ReadonlyMap<string, () => string> = new Map([
  ["ticked", m.deal_done_ticked],
  ["sent", m.deal_done_sent],
  ["handed_over", m.deal_done_handed_over],
  ["called_off", m.deal_done_called_off],
]);

const REFUSED: Readonly<Record<DealRefusal, () => string>> = {
  not_permitted: m.deal_refused_not_permitted,
  already_handed_over: m.deal_refused_already_handed_over,
  already_called_off: m.deal_refused_already_called_off,
};

/** The subject of a deal's commands: the deal, the side that posts, and its rate limit. */
type AboutDeal = DealVisitor & { side: DealSide; limit: RateLimitResult };

const commands = defineCommands<AboutDeal>()({
  [DEAL_FORMS.callOff]: {
    run: ({ post }, caller) =>
      handleForm(callOffForm, post, async ({ reason, note = "" }) => {
        const { limit } = caller;
        if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
        const why = { reason, note };
        const ended = await endDeal(oneOf(caller), { move: "call_off", why });
        return ended.ok ? leadBack(caller, "called_off") : refuse(ended.code);
      }),
  },
  [DEAL_FORMS.handOver]: {
    run: ({ post }, caller) =>
      handleForm(handOverForm, post, async ({ odometer = null }) => {
        const { limit } = caller;
        if (!limit.ok) return refuseTooManyTries(limit.retryAfterSeconds);
        const ended = await endDeal(oneOf(caller), { move: "hand_over", odometerKm: odometer });
        return ended.ok ? leadBack(caller, "handed_over") : refuse(ended.code);
      }),
  },
  "inquiry-answer": {
    run: ({ post }, caller) =>
      handleForm(inquiryAnswerForm, post, async ({ text }) => {
        const writer = await findWriter(caller);
        if (!writer) return { ok: false, message: m.inquiry_reason_blocked(), status: 403 };
        const sent = await writeAboutDeal(writer, caller.deal, text);
        return sent.ok ? leadBack(caller, "sent") : refuseInquiry(sent);
      }),
  },
  tick: { run: ({ field }, caller) => answerTick(caller, field("item"), true) },
  untick: { run: ({ field }, caller) => answerTick(caller, field("item"), false) },
});
export type DealPress = keyof typeof commands;

/** @throws 403 for staff, who may change nothing, and what `requireDeal` throws. */
export async function handleDealPost(args: DealPageArgs) {
  const caller = await requireDeal(args);
  const { deal, side } = caller;
  if (side === null) throw data({ code: "not_permitted" }, { status: 403 });
  const post = await requireFormPost(args);
  const limit = await countAgainst(POSTS_BY_DEAL, deal.id);
  return runCommand(args, commands, { ...caller, side, limit }, { post });
}

function oneOf({ deal, side, visitor }: AboutDeal) {
  return { dealId: deal.id, side, userId: visitor.user?.id ?? null };
}

function refuse(code: DealRefusal | "not_found"): Outcome {
  const message = code === "not_found" ? m.deal_refused_not_permitted() : REFUSED[code]();
  return { ok: false, message, status: 409 };
}

async function answerTick(caller: AboutDeal, item: string, isDone: boolean): Promise<never> {
  const { deal, side, visitor, limit } = caller;
  if (!isChecklistItem(item)) throw data(null, { status: 400 });
  if (!limit.ok) {
    const headers = { "retry-after": String(limit.retryAfterSeconds) };
    throw data({ code: "too_many" }, { status: 429, headers });
  }
  await setTick(deal.id, { item, side, userId: visitor.user?.id ?? null }, isDone);
  throw redirectTo(`${addressOf(caller, "ticked")}#checklist`);
}

function leadBack(caller: DealVisitor, done: string): Outcome {
  return { ok: true, redirectTo: addressOf(caller, done) };
}

function addressOf({ deal, key }: DealVisitor, done: string): string {
  const query = new URLSearchParams({ done, ...(key && { key }) });
  return `${hrefIn(paths.deal(deal.reference))}?${query}`;
}

/**
 * The user who can write to the other side; null without an account. A seller with an account takes
 * over the deal of a request that they sent before they had it.
 */
async function findWriter({ deal, side, visitor, isByAccount }: DealVisitor) {
  const { user } = visitor;
  if (!user || !isByAccount) return null;
  if (side === "seller" && deal.sellerUserId === null) await claimDeal(deal.id, user.id);
  // A seller who sent a request without an account cannot be written to here.
  return side === "buyer" && deal.sellerUserId === null ? null : user;
}

function findNotice(address: string): Notice | null {
  const done = DONE.get(new URL(address).searchParams.get("done") ?? "");
  return done ? { text: done(), isError: false } : null;
}

/** The page of a deal, for one of its sides or for staff. */
export async function loadDealPage(args: DealPageArgs) {
  const caller = await requireDeal(args);
  const { deal, side, visitor, key, isByAccount } = caller;
  const { locale, user } = visitor;
  if (side === null && user)
    await recordAct({
      by: toActor(user),
      action: "deal_viewed",
      on: { kind: "deal", id: deal.reference },
    });
  const inquiryId = side && user ? await findDealInquiry(deal) : null;
  const [parties, ticks, conversation] = await Promise.all([
    loadParties(deal),
    listTicks(deal.id),
    inquiryId && user ? findConversation(user, inquiryId) : null,
  ]);
  const isBoughtByDealership = deal.buyerDealershipId !== null;
  const isSoldByDealership = deal.sellerDealershipId !== null;
  const { provinceCode, priceCad } = deal;
  const seller = isSoldByDealership ? "dealer" : "private";
  const tax =
    provinceCode && !isBoughtByDealership
      ? estimateTax({ province: provinceCode, seller, priceCad, on: today() }, site.taxChanges)
      : null;
  return {
    reference: deal.reference,
    key,
    side,
    car: formatCarName(deal, locale),
    listingId: deal.listingId,
    state: deal.state,
    priceCad,
    agreedAt: deal.agreedAt,
    agreedBySide: deal.agreedBySide,
    ended: deal.endedAt && {
      at: deal.endedAt,
      bySide: deal.endedBySide,
      reason: deal.endReason,
      note: deal.endNote,
    },
    vin: deal.vin,
    odometerKm: deal.odometerKm,
    handoverOdometerKm: deal.handoverOdometerKm,
    city: deal.city,
    provinceCode,
    isSoldByDealership,
    names: { buyer: parties.buyer.name, seller: parties.seller.name },
    contact: side && showContact(parties[oppositeSide(side)]),
    moves: listDealMoves(deal, side),
    canFinance: side === "buyer" && !isBoughtByDealership && deal.state === "agreed",
    checklist: listChecklist({ provinceCode, isBoughtByDealership, isSoldByDealership }).map(
      (item) => ({
        item,
        isDone: {
          buyer: ticks.some((tick) => tick.item === item && tick.side === "buyer"),
          seller: ticks.some((tick) => tick.item === item && tick.side === "seller"),
        },
      }),
    ),
    tax: tax?.ok ? { taxCad: tax.taxCad, lines: tax.lines } : null,
    thread: side && {
      reference: deal.reference,
      messages: conversation?.messages ?? [],
      isBlocked: conversation?.isBlocked ?? false,
      otherName: parties[oppositeSide(side)].name,
      access: findThreadAccess(caller),
      signInEmail: isByAccount ? null : parties.seller.email,
      view: showForm(inquiryAnswerForm, visitor),
    },
    callOffView: showForm(callOffForm, visitor),
    handOverView: showForm(handOverForm, visitor),
    notice: findNotice(args.request.url),
  };
}

export type DealPage = Awaited<ReturnType<typeof loadDealPage>>;

/** Whether this side can write; if not, why. */
function findThreadAccess({ deal, side, visitor, isByAccount }: DealVisitor) {
  if (!visitor.user || !isByAccount) return "sign_in";
  return side === "buyer" && deal.sellerUserId === null ? "no_account" : "open";
}

/** The contact data of the other side, as far as this side may see it. */
function showContact({
  phone,
  email,
}: Party): { phone: string | null; email: string | null } | null {
  return phone || email ? { phone, email } : null;
}
