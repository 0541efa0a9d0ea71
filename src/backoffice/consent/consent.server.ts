import { createHash } from "node:crypto";
import type { Queryable } from "#platform/database/database.server.ts";
import type { GivenConsent } from "./consent.ts";
import { consentTable } from "./consent.table.ts";

/** Stores each given consent as a row of its own, with the hash that proves the words. */
export async function recordConsents(
  queryable: Queryable,
  submissionId: string,
  consents: readonly GivenConsent[],
): Promise<void> {
  if (consents.length === 0) return;
  await queryable.insert(consentTable).values(
    consents.map((consent) => ({
      ...consent,
      submissionId,
      textSha256: createHash("sha256").update(consent.text).digest("hex"),
    })),
  );
}
