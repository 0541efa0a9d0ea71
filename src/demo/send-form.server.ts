import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { ConsentInput } from "#domain/lead/consent.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import { recordFirstContact } from "#domain/lead/first-contact.server.ts";
import { LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { receiveSubmission } from "#domain/lead/receive-submission.server.ts";
import { updateLead } from "#domain/lead/update-lead.server.ts";
import type { PhonePurpose } from "#domain/phone-verification/phone-verification.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { Locale } from "#values/locale.ts";
import { type LeadSource, NO_SOURCE } from "#values/lead-source.ts";
import type { Role } from "#values/role.ts";
import { foldText } from "#values/text-fold.ts";
import { demoMember, staffId } from "./accounts.ts";
import { demoId } from "./demo-id.ts";
import { recordDemoOutcome } from "./outcomes.server.ts";

/** Runs work as if at a moment of the demo's past, that many days ago (business.server.ts). */
export type Act = <Result>(daysAgo: number, work: () => Promise<Result>) => Promise<Result>;

type Sending = {
  reference: string;
  request: { by?: Role; daysAgo: number };
  locale: Locale;
  answers: Record<string, string>;
  /** The number was sent its code, and the code was entered. */
  verifies?: { phone: string; purpose: PhonePurpose };
  /** The consents at a gate on the way, with the texts of its boxes. */
  agree?: () => Promise<readonly ConsentInput[]>;
};

/**
 * Posts a form as a person does. Null if it was sent at an earlier start: nothing more is to be
 * done.
 */
export async function sendForm(
  act: Act,
  handler: FormHandler,
  sending: Sending,
): Promise<Visitor | null> {
  const { reference, request, locale, answers, verifies, agree } = sending;
  return act(request.daysAgo, async () => {
    const visitor = beVisitor(reference, locale, request.by);
    const { visitorHash, user } = visitor;
    if (verifies) await verifyPhone({ ...verifies, visitorHash });
    const sender = { visitorHash, ipAddress: null, locale, user };
    const raw = rawFields({ ...answers, ...handler.known(sender) });
    const handled = await handler.handle(raw, readContextFor(locale, now()), {
      sender,
      draft: null,
    });
    if (!handled.ok) {
      throw new Error(
        `The demo's ${reference} is refused: ${JSON.stringify(handled.fieldErrors)}.`,
      );
    }
    const { facts, consents, sellingDealershipId, isEmbargoed, whenStored } = handled;
    const { repeated } = await receiveSubmission({
      id: demoId("submission", reference),
      reference,
      form: handler.form,
      answers: handled.answers,
      locale,
      userId: user?.id ?? null,
      visitorHash,
      facts,
      consents: [...consents, ...((await agree?.()) ?? [])],
      sellingDealershipId,
      isEmbargoed,
      source: demoSource(reference),
      whenStored,
    });
    return repeated ? null : visitor;
  });
}

const DEMO_SOURCES: readonly Partial<LeadSource>[] = [
  { source: "direct" },
  { source: "search" },
  { source: "ad", campaign: "winter-tires", campaignSource: "google", campaignMedium: "cpc" },
  { source: "search" },
  { source: "social", campaignSource: "facebook" },
  { source: "direct" },
  { source: "email", campaign: "november", campaignSource: "newsletter", campaignMedium: "email" },
  { source: "site" },
];

/** Where this lead came from: the same at each start. */
function demoSource(reference: string): LeadSource {
  const sum = [...reference].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return { ...NO_SOURCE, ...DEMO_SOURCES[sum % DEMO_SOURCES.length] };
}

function beVisitor(reference: string, locale: Locale, role?: Role): Visitor {
  return {
    visitorHash: demoId("visitor", reference),
    locale,
    // RFC 5737: reserved for documentation.
    ipAddress: "192.0.2.1",
    origin: "http://localhost",
    nonce: "",
    theme: "system",
    user: role ? demoMember(role) : null,
    sessionId: null,
  };
}

async function verifyPhone(code: { visitorHash: string; phone: string; purpose: PhonePurpose }) {
  await db()
    .insert(phoneVerificationTable)
    .values({
      ...code,
      id: randomUUID(),
      codeHash: "",
      sentAt: now(),
      expiresAt: now(),
      verifiedAt: now(),
    });
}

/** The notes of staff with the first change of stage, in turn. */
const NOTES = [
  "Called, left a message.",
  "Called. Wants to hear about SUVs under 60,000 km.",
  "Joint par téléphone. Rappeler jeudi après 17 h.",
  "Spoke with them. Sends pay stubs this week.",
  "Called twice, then wrote an email.",
] as const;

/** The stages of a request on the way to another one. */
function listStages(stage: LeadStatus): readonly LeadStatus[] {
  if (stage === "closed") return ["contacted", "closed"];
  return LEAD_STATUSES.slice(1, LEAD_STATUSES.indexOf(stage) + 1);
}

/** Moves a lead through the stages, one after the other, by staff in turn. */
export async function moveTo(
  act: Act,
  reference: string,
  { daysAgo, stage }: { daysAgo: number; stage: LeadStatus },
) {
  const stages = listStages(stage);
  for (const [turn, status] of stages.entries()) {
    const [lead] = await db()
      .select({ status: leadTable.status })
      .from(leadTable)
      .where(eq(leadTable.reference, reference));
    if (!lead) throw new Error(`The demo has no ${reference}.`);
    // The demo's market may have moved it further meanwhile: it is not moved back.
    if (LEAD_STATUSES.indexOf(lead.status) >= LEAD_STATUSES.indexOf(status)) continue;
    const seed = Math.round(daysAgo * 10) + turn;
    const evenly = daysAgo * (1 - (turn + 1) / (stages.length + 1));
    // Most people are called within two hours and a half, some later than they were promised.
    const isLate = seed % 5 === 0;
    const ago = turn === 0 && !isLate ? Math.max(evenly, daysAgo - 0.1) : evenly;
    const moved = await act(ago, () =>
      updateLead(
        {
          reference,
          by: { id: staffId(seed), role: "staff" },
          seenStatus: lead.status,
          status,
          note: turn === 0 ? (NOTES[seed % NOTES.length] ?? "") : "",
        },
        (transaction, leadId) => recordFirstContact(transaction, leadId, "call"),
      ),
    );
    if (!moved.ok) throw new Error(`The demo cannot move ${reference}: ${moved.code}.`);
    await act(ago, () => recordDemoOutcome(reference, { status, seed }));
  }
}

/** "chloe.gagnon@example.com" */
export function writeTo(name: string): string {
  return `${foldText(name).replaceAll(" ", ".")}@example.com`;
}
