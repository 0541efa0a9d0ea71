import { eq } from "drizzle-orm";
import type { Declared } from "#domain/declaration/declaration.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { parseStored } from "#forms/stored-answers.ts";
import type { Queryable } from "#platform/database/database.server.ts";
import { readDeclaredInRequest } from "./declared-in-request.ts";
import { sellCarForm } from "./sell-car.form.ts";

/** What a request declared of its car when it was sent. */
export async function findDeclaredInRequest(
  queryable: Queryable,
  leadId: string,
): Promise<Declared> {
  const [sent] = await queryable
    .select({ answers: submissionTable.answers })
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(eq(leadTable.id, leadId));
  return readDeclaredInRequest(parseStored(sellCarForm, sent?.answers).answers);
}
