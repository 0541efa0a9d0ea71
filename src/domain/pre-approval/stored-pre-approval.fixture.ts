import { randomUUID } from "node:crypto";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import { newReference } from "#values/reference.ts";
import { preApprovalForm } from "./pre-approval.form.ts";

/** A pre-approval as stored in the database, with only the given answers. */
export async function storePreApproval(
  sender: { visitorHash?: string; userId?: string; submittedAt?: Date },
  answers: Record<string, unknown>,
): Promise<void> {
  await db()
    .insert(submissionTable)
    .values({
      id: randomUUID(),
      reference: newReference(),
      formName: preApprovalForm.name,
      formVersion: preApprovalForm.version,
      locale: "en",
      answers,
      ...sender,
    });
}
