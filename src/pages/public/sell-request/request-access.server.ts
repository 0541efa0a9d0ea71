import { data } from "react-router";
import type { Seller } from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import { recognizeSender, type SenderWay } from "#domain/lead/lead-link.server.ts";
import { findLeadOfForm } from "#domain/lead/lead-queries.server.ts";
import type { leadTable } from "#domain/lead/lead.table.ts";
import type { submissionTable } from "#domain/lead/submission.table.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { type Visitor, readVisitor } from "#platform/request/visitor.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { type SellCarAnswers, sellCarForm } from "#domain/sell-request/sell-car.form.ts";

/** A sell request, as it was sent. */
export type SellRequest = {
  lead: typeof leadTable.$inferSelect;
  submission: Pick<
    typeof submissionTable.$inferSelect,
    "id" | "userId" | "visitorHash" | "submittedAt"
  >;
  answers: SellCarAnswers;
};

export type RequestPageArgs = PageArgs & { params: { reference?: string } };

/** The visitor of a request's page; `seller` is null for a visitor who only knows the reference. */
export type RequestCaller = {
  visitor: Visitor;
  request: SellRequest;
  seller: (Seller & { way: SenderWay }) | null;
  /**
   * The key of the link that they came by; "" if there was none. Every link between the request's
   * pages keeps it.
   */
  key: string;
};

/** Every loader of a request calls it first. @throws 404 if there is no such request. */
export async function requireSellRequest({
  request,
  context,
  params,
}: RequestPageArgs): Promise<RequestCaller> {
  const visitor = readVisitor({ context });
  const key = new URL(request.url).searchParams.get("key") ?? "";
  const found = await findSellRequest(params.reference ?? "");
  if (!found) throw data(null, { status: 404 });
  const way = recognizeSender(visitor, found, key);
  const { reference } = found.lead;
  const seller = way && { reference, way, userId: visitor.user?.id ?? null };
  return { visitor, request: found, seller, key };
}

/** The same for what only the sender may see or do. @throws 404 for everybody else too. */
export async function requireSeller(
  args: RequestPageArgs,
): Promise<RequestCaller & { seller: NonNullable<RequestCaller["seller"]> }> {
  const caller = await requireSellRequest(args);
  if (!caller.seller) throw data(null, { status: 404 });
  return { ...caller, seller: caller.seller };
}

async function findSellRequest(typed: string): Promise<SellRequest | null> {
  const found = await findLeadOfForm(typed, sellCarForm.name);
  if (!found) return null;
  return { ...found, answers: parseStored(sellCarForm, found.submission.answers).answers };
}
