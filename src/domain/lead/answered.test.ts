import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { hasAnswered } from "./answered.server.ts";
import { storeLead } from "./lead.fixture.ts";
import type { LeadEventKind } from "./lead.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

useTestDatabase();

const written = "mail_received";
const reached = "call_reached";
const undone = "call_taken_back";

test.each<{ kinds: LeadEventKind[]; waits: boolean }>([
  { kinds: [], waits: false },
  { kinds: [written], waits: true },
  { kinds: [written, reached], waits: false },
  { kinds: [written, "call_no_answer"], waits: true },
  { kinds: [written, "mail_sent", reached, undone], waits: false },
  { kinds: [written, reached, undone], waits: true },
  { kinds: [written, reached, reached, undone], waits: false },
  { kinds: [written, reached, reached, undone, undone], waits: true },
  { kinds: [written, reached, undone, reached], waits: false },
  { kinds: [reached, written, reached, undone], waits: true },
])("after $kinds, an answer is waited for: $waits", async ({ kinds, waits }) => {
  const { id } = await storeLead();
  const start = Date.now();
  for (const [index, kind] of kinds.entries()) {
    const at = new Date(start + index * 1_000);
    await db().insert(leadEventTable).values({ leadId: id, kind, at });
  }
  const waiting = await db().$count(leadTable, and(eq(leadTable.id, id), hasAnswered()));
  expect(waiting).toBe(waits ? 1 : 0);
});
