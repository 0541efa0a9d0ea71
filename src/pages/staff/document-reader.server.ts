import { findDocument } from "#domain/document/documents.server.ts";
import {
  type Member,
  type PageArgs,
  requireFreshFactor,
  requireMember,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { isUuid } from "#values/uuid.ts";

type FoundDocument = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

/**
 * A document for somebody who may open it: any, or those of a lead that they were given access to.
 * Nobody else learns whether there is one.
 * @throws what `requirePermission` and `requireFreshFactor` throw
 */
export async function requireDocumentReader(
  args: PageArgs & { params: { id: string } },
): Promise<Member & { document: FoundDocument | null }> {
  requireMember(args);
  const { id } = args.params;
  const document = isUuid(id) ? await findDocument(id) : null;
  const member = requirePermission(args, "openSealedAnswers", document?.reference ?? null);
  requireFreshFactor(args);
  return { ...member, document };
}
