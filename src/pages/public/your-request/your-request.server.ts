import { data } from "react-router";
import { toActor, recordAct } from "#domain/audit/record-audit.server.ts";
import { recognizeSender, type SenderWay } from "#domain/lead/lead-link.server.ts";
import { type FoundLead, findLead } from "#domain/lead/lead-queries.server.ts";
import { kindWord } from "#domain/lead/lead-words.ts";
import { collectRequestData } from "#domain/personal-data/request-data.server.ts";
import { findErasureHold } from "#domain/privacy-request/end-request.server.ts";
import {
  correctionForm,
  erasureForm,
  withdrawalForm,
} from "#domain/privacy-request/own-request.form.ts";
import {
  requestCorrection,
  eraseOwnRequest,
  findErasure,
  listCorrections,
  type Sender,
  withdrawOwnRequest,
} from "#domain/privacy-request/own-request.server.ts";
import type { EndRefusal, ErasureHold } from "#domain/privacy-request/privacy-request.ts";
import { m } from "#messages/messages.js";
import { handleDataFile } from "./data-file.server.ts";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { db } from "#platform/database/database.server.ts";
import { countAgainst, type RateLimitResult } from "#platform/limit/rate-limit.server.ts";
import { readVisitor, type Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { readReference } from "#values/reference.ts";

type Args = PageArgs & { params: { reference?: string } };

const POSTS_BY_REQUEST = { name: "own request posts", most: 30, windowMs: 60 * 60_000 };
const EXPORTS_BY_REQUEST = { name: "own request exports", most: 20, windowMs: 60 * 60_000 };

type Own = { visitor: Visitor; found: FoundLead; way: SenderWay; key: string };

/** @throws 404 for a person who is not its sender, and if it does not exist */
async function requireOwn(args: Args): Promise<Own> {
  const visitor = readVisitor(args);
  const key = new URL(args.request.url).searchParams.get("key") ?? "";
  const reference = readReference(args.params.reference ?? "");
  const found = reference && (await findLead(reference));
  const way = found ? recognizeSender(visitor, found, key) : null;
  if (!found || !way) throw data({ code: "not_yours" }, { status: 404 });
  return { visitor, found, way, key };
}

/** The sender's rights on a request; for a deleted one, only that it is deleted. */
export async function openYourRequest(args: Args) {
  const { locale } = readVisitor(args);
  const reference = readReference(args.params.reference ?? "");
  const erasure = reference && !(await findLead(reference)) && (await findErasure(reference));
  if (erasure && reference)
    return { state: "erased" as const, reference, on: formatDate(erasure.receivedOn, locale) };
  return { state: "open" as const, ...(await viewOwn(await requireOwn(args), args)) };
}

export type YourRequest = Extract<Awaited<ReturnType<typeof openYourRequest>>, { state: "open" }>;

async function viewOwn({ visitor, found, way, key }: Own, { request }: Args) {
  const { locale } = visitor;
  const { lead, events } = found;
  const { reference, kind } = lead;
  const [corrections, hold] = await Promise.all([
    listCorrections(reference),
    findErasureHold(db(), lead),
  ]);
  const happened = (wanted: string) => events.find((event) => event.kind === wanted)?.at ?? null;
  const withdrawnAt = happened("application_withdrawn");
  const exportAs = (format: "json" | "csv") =>
    keyed(paths.ownRequestExport(reference), key, { format });
  return {
    reference,
    kind: kindWord(kind, locale),
    sent: formatDate(lead.receivedAt, locale),
    isBid: kind === "bid",
    isMasked: isMasked(visitor, found, way),
    withdrawn: withdrawnAt && formatDate(withdrawnAt, locale),
    hold: hold && describeHold(hold, locale),
    isErasureAsked: happened("erasure_asked") !== null,
    corrections: corrections.map(({ id, receivedOn, dueOn, reason, state, outcome }) => ({
      id,
      reason,
      outcome,
      isOpen: state === "open",
      when: m.own_request_correction_asked(
        { date: formatDate(receivedOn, locale), due: formatDate(dueOn, locale) },
        { locale },
      ),
    })),
    exports: { json: exportAs("json"), csv: exportAs("csv") },
    done: new URL(request.url).searchParams.get("done"),
    correctionView: showForm(correctionForm, visitor),
    withdrawalView: showForm(withdrawalForm, visitor),
    erasureView: showForm(erasureForm, visitor),
  };
}

export function describeHold({ code, until }: ErasureHold, locale: Locale): string {
  const date = formatDate(until, locale);
  return code === "deal_stands"
    ? m.own_request_hold_deal({ date }, { locale })
    : m.own_request_hold_quebec({ date }, { locale });
}

type AboutOwn = Own & { limit: RateLimitResult };

/** The privacy requests of a request's sender. */
const commands = defineCommands<AboutOwn>()({
  correction: {
    run: ({ post }, own) =>
      handleForm(correctionForm, post, ({ correction }) =>
        unlessTooMany(own, async ({ found: { lead } }) => {
          await requestCorrection(lead, senderOf(own), correction);
          return leadBack(own, "corrected");
        }),
      ),
  },
  withdrawal: {
    run: ({ post }, own) =>
      handleForm(withdrawalForm, post, () =>
        unlessTooMany(own, async ({ found: { lead } }) => {
          const ended = await withdrawOwnRequest(lead, senderOf(own));
          return ended.ok ? leadBack(own, "withdrawn") : refuse(ended.code);
        }),
      ),
  },
  erasure: {
    run: ({ post }, own) =>
      handleForm(erasureForm, post, () =>
        unlessTooMany(own, async ({ found: { lead } }) => {
          const erased = await eraseOwnRequest(lead, senderOf(own));
          if (!erased.ok) return refuse(erased.code);
          if (erased.hold) return leadBack(own, "erasure-asked");
          // The page of a deleted request needs no key.
          return { ok: true, redirectTo: hrefIn(paths.ownRequest(lead.reference)) };
        }),
      ),
  },
});

/** Corrects, withdraws or deletes. @throws 404 for a person who is not its sender */
export async function handleYourRequest(args: Args) {
  const own = await requireOwn(args);
  const limit = await countAgainst(POSTS_BY_REQUEST, own.found.lead.reference);
  return runCommand(args, commands, { ...own, limit });
}

const senderOf = ({ way, visitor }: Own): Sender => ({
  way,
  userId: visitor.user?.id ?? null,
  locale: visitor.locale,
});

function leadBack({ found, key }: Own, done: string): Outcome {
  return { ok: true, redirectTo: keyed(paths.ownRequest(found.lead.reference), key, { done }) };
}

function refuse(code: EndRefusal): Outcome {
  return { ok: false, message: REFUSALS[code](), status: 409 };
}

async function unlessTooMany(
  own: AboutOwn,
  work: (own: AboutOwn) => Promise<Outcome>,
): Promise<Outcome> {
  const { limit } = own;
  if (limit.ok) return work(own);
  const { retryAfterSeconds } = limit;
  return { ok: false, message: m.own_request_too_many(), status: 429, retryAfterSeconds };
}

const REFUSALS: Record<EndRefusal, () => string> = {
  not_found: m.own_request_refused_not_found,
  offer_accepted: m.own_request_refused_offer_accepted,
  is_bid: m.own_request_bid,
};

/** All stored data of the request as a file; recorded before it is sent. */
export async function exportYourRequest(args: Args): Promise<Response> {
  const { visitor, found, way } = await requireOwn(args);
  const { lead } = found;
  const limit = await countAgainst(EXPORTS_BY_REQUEST, lead.reference);
  if (!limit.ok) throw data(null, { status: 429 });
  const on = { kind: "lead", id: lead.reference } as const;
  await recordAct({ by: toActor(visitor.user), action: "data_exported", on });
  const rows = await collectRequestData(lead, { isMasked: isMasked(visitor, found, way) });
  return handleDataFile(args.request, rows, `request-${lead.reference}`);
}

/**
 * Only the account that sent it sees contact data in full: a link may be forwarded, a browser
 * shared.
 */
function isMasked({ user }: Visitor, { submission }: FoundLead, way: SenderWay): boolean {
  return !(way === "account" && user !== null && submission.userId === user.id);
}

/** With the key of their link, so that they can still open the page. */
function keyed(path: string, key: string, query: Record<string, string>): string {
  return `${hrefIn(path)}?${new URLSearchParams({ ...query, ...(key && { key }) })}`;
}
