import { and, lt, ne } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { PRIVACY_REQUEST_MONTHS } from "#values/retention.ts";
import { privacyRequestTable } from "./privacy-request.table.ts";

/** Those that were settled so long ago that nobody asks for the proof any more. */
export function isPrivacyRequestOld() {
  const before = now();
  before.setUTCMonth(before.getUTCMonth() - PRIVACY_REQUEST_MONTHS);
  return and(ne(privacyRequestTable.state, "open"), lt(privacyRequestTable.settledAt, before));
}

export async function forgetOldPrivacyRequests(): Promise<void> {
  await db().delete(privacyRequestTable).where(isPrivacyRequestOld());
}
