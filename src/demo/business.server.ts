import { eq, inArray, sql } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { actAt } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { personUserId } from "./accounts.ts";
import {
  acceptDueLeads,
  listOwedMessages,
  settleMessages,
  troubleDeliveries,
} from "./deliveries.server.ts";
import { countDemoEmptySearches } from "./empty-searches.server.ts";
import { countDemoFormProgress } from "./form-progress.server.ts";
import { FIRST_REQUEST, sendDemoRequests } from "./leads.server.ts";
import { playDemoMarket } from "./market.server.ts";
import { furnishDemoOffice } from "./office.server.ts";
import type { Act } from "./send-form.server.ts";
import { DEMO_COLLEAGUES } from "./people.ts";

const DAY_MS = 86_400_000;

/**
 * Gives the demo a month of business: requests of every kind and stage, offers, bids, inquiries and
 * their deliveries. Each is made by the same command as for a visitor, a dealership or staff, at
 * its own moment of that month, and its messages count as sent. Does nothing if it was begun
 * before: an interrupted start leaves fewer examples, but each of them complete.
 */
export async function playDemoBusiness(at: Date): Promise<void> {
  // The lock is held on a separate connection, because the commands open their own transactions.
  await db().transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('rouvia demo business'))`);
    if (!(await isDue())) return;
    const owedBefore = await listOwedMessages();
    const act: Act = async (daysAgo, work) => {
      const moment = new Date(at.getTime() - daysAgo * DAY_MS);
      const result = await actAt(moment, work);
      await settleMessages(moment, owedBefore);
      return result;
    };
    await sendDemoRequests(act);
    await playDemoMarket(act, at);
    await troubleDeliveries(at);
    await acceptDueLeads(at);
    await countDemoFormProgress(at);
    await countDemoEmptySearches(at);
    await furnishDemoOffice(at);
  });
}

/** A demo that an older release filled has none of these people, and is not changed. */
async function isDue(): Promise<boolean> {
  const colleagues = DEMO_COLLEAGUES.map(personUserId);
  const here = await db().$count(userTable, inArray(userTable.id, colleagues));
  if (here < colleagues.length) return false;
  return (await db().$count(submissionTable, eq(submissionTable.reference, FIRST_REQUEST))) === 0;
}
