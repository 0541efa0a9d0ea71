import { randomUUID } from "node:crypto";
import { db } from "#platform/database/database.server.ts";
import { phoneVerificationTable } from "./phone-verification.table.ts";

/** Stores a verified number for a browser's pre-approval. */
export async function storeVerifiedPhone(visitorHash: string, phone: string): Promise<void> {
  const at = new Date();
  await db().insert(phoneVerificationTable).values({
    id: randomUUID(),
    visitorHash,
    phone,
    purpose: "pre_approval",
    codeHash: "",
    expiresAt: at,
    verifiedAt: at,
  });
}
