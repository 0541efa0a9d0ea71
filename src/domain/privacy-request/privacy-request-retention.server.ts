import { and, lt, ne } from "drizzle-orm";
import { rowsThatRunOut } from "#platform/database/run-out.server.ts";
import { PRIVACY_REQUEST_MONTHS } from "#values/retention.ts";
import { privacyRequestTable } from "./privacy-request.table.ts";

/** Those that were settled so long ago that nobody asks for the proof any more. */
export const oldPrivacyRequests = rowsThatRunOut(privacyRequestTable, (at) => {
  const before = new Date(at);
  before.setUTCMonth(before.getUTCMonth() - PRIVACY_REQUEST_MONTHS);
  return and(ne(privacyRequestTable.state, "open"), lt(privacyRequestTable.settledAt, before));
});
