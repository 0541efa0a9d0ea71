import type { LeadKind } from "#values/lead-kind.ts";
import type { Source } from "#values/lead-source.ts";
import type { Locale } from "#values/locale.ts";
import type { RegionCode } from "#values/province.ts";
import { randomUUID } from "node:crypto";
import { userTable } from "#domain/identity/identity.table.ts";
import { submissionTable } from "./submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import { newReference } from "#values/reference.ts";
import { type LeadStatus, NO_LOCATION } from "./lead.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

/** The facts of a submission by somebody who gives only a name. */
export const NAME_ONLY = {
  firstName: "Noah",
  lastName: "Tremblay",
  email: null,
  phone: null,
  phoneVerifiedAt: null,
  ...NO_LOCATION,
} as const;

type LeadToStore = Partial<{
  reference: string;
  status: LeadStatus;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  city: string;
  provinceCode: RegionCode;
  kind: LeadKind;
  locale: Locale;
  dealershipId: string;
  assignedToUserId: string;
  receivedAt: Date;
  dueAt: Date;
  formName: string;
  source: Source;
  campaign: string;
  answers: Record<string, unknown>;
  sealedAnswers: Buffer;
}>;

/** Stores a lead as a submission leaves it, with what the test needs. */
export async function storeLead(lead: LeadToStore = {}) {
  const { formName = "pre-approval", answers = {}, sealedAnswers = null, ...columns } = lead;
  const reference = lead.reference ?? newReference();
  const submissionId = randomUUID();
  await db().insert(submissionTable).values({
    id: submissionId,
    reference,
    formName,
    formVersion: 1,
    locale: "fr",
    answers,
    sealedAnswers,
  });
  const [stored] = await db()
    .insert(leadTable)
    .values({
      kind: "pre_approval",
      locale: "fr",
      ...columns,
      reference,
      submissionId,
      firstName: lead.firstName ?? "Noah",
      lastName: lead.lastName ?? "Tremblay",
    })
    .returning();
  if (!stored) throw new Error("The lead was not stored.");
  await db().insert(leadEventTable).values({ leadId: stored.id, kind: "received" });
  return stored;
}

/** Stores a member of staff; returns the id. */
export async function storeStaff(name: string): Promise<string> {
  const id = randomUUID();
  await db()
    .insert(userTable)
    .values({ id, name, email: `${id}@example.com`, role: "staff", emailVerified: true });
  return id;
}
