import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { storeLead } from "./lead.fixture.ts";
import { leadEventTable } from "./lead.table.ts";
import { listOwnRequests } from "./own-requests.server.ts";
import { submissionTable } from "./submission.table.ts";

useTestDatabase();

test.each([
  ["by its sender is withdrawn", "application_withdrawn", null, true],
  ["because its bid was taken back is withdrawn", "bid_moved", "withdrawn", true],
  ["because its bid was passed over is not", "bid_moved", "passed_over", false],
  ["by staff is not", "status_changed", null, false],
] as const)("a request that was closed %s", async (how, kind, note, isWithdrawn) => {
  const user = await storePerson(`Amara ${how}`);
  const { id: leadId, submissionId } = await storeLead({ status: "closed" });
  await db()
    .update(submissionTable)
    .set({ userId: user.id })
    .where(eq(submissionTable.id, submissionId));
  await db()
    .insert(leadEventTable)
    .values({ leadId, kind, note, at: new Date(), toStatus: "closed" });
  expect(await listOwnRequests({ user, visitorHash: "nobody" })).toMatchObject([{ isWithdrawn }]);
});
