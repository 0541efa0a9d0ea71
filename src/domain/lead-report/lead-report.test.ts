import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import type { LeadStatus } from "#domain/lead/lead.ts";
import { leadOutcomeTable, outcomeReasonTable } from "#domain/lead/outcome.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import {
  countLostReasons,
  countLeadsBy,
  findStageTimes,
  findStageTimesByDealership,
} from "./lead-report.server.ts";

useTestDatabase();

const PERIOD = { from: "2026-09-07", to: "2026-09-20" };
/** Monday, at noon in Eastern Time. */
const MONDAY = Date.parse("2026-09-07T16:00:00Z");
const HOUR = 60 * 60_000;

type Worked = {
  receivedAt: number;
  /** Hours until the promised time, and until the first contact. */
  dueHours?: number;
  contactHours?: number;
  owner?: string;
};

async function receive({ receivedAt, dueHours, contactHours, owner }: Worked) {
  const lead = await storeLead({
    receivedAt: new Date(receivedAt),
    ...(owner !== undefined && { assignedToUserId: owner }),
  });
  const after = (hours: number | undefined) =>
    hours === undefined ? null : new Date(receivedAt + hours * HOUR);
  await db()
    .update(leadTable)
    .set({ dueAt: after(dueHours), firstContactAt: after(contactHours) })
    .where(eq(leadTable.id, lead.id));
  return lead.id;
}

let owner: string;

beforeAll(async () => {
  owner = await storeStaff("Olive");
  await receive({ receivedAt: MONDAY, dueHours: 6, contactHours: 2, owner });
  await receive({ receivedAt: MONDAY, dueHours: 6, contactHours: 8, owner });
  // Overdue to this day.
  await receive({ receivedAt: MONDAY + 24 * HOUR, dueHours: 6 });
  // The last minute of the period in Eastern Time is the next day in UTC.
  await receive({ receivedAt: Date.parse("2026-09-21T03:59:00Z"), contactHours: 1 });
  await receive({ receivedAt: Date.parse("2026-09-21T04:00:00Z"), contactHours: 1 });
  await receive({ receivedAt: Date.parse("2026-09-07T03:59:00Z"), contactHours: 1 });
});

describe("leads by group", () => {
  test("by week, with how soon they were contacted", async () => {
    const weeks = await countLeadsBy(PERIOD, "week");
    expect(weeks).toEqual([
      {
        key: "2026-09-07",
        leads: 3,
        contacted: 2,
        inTime: 1,
        late: 2,
        medianHours: 5,
        ninthHours: expect.closeTo(7.4, 5),
        won: 0,
        lost: 0,
        valueCad: 0,
      },
      expect.objectContaining({ key: "2026-09-14", leads: 1, inTime: 0, late: 0, medianHours: 1 }),
    ]);
  });

  test("by owner, the largest group first, and those of nobody", async () => {
    const groups = await countLeadsBy(PERIOD, "owner");
    expect(groups.map(({ key, leads }) => [key, leads])).toEqual([
      [owner, 2],
      [null, 2],
    ]);
  });
});

test("outcomes count while they are not ended, with their value and reason", async () => {
  const period = { from: "2026-03-02", to: "2026-03-02" };
  const at = Date.parse("2026-03-02T15:00:00Z");
  const [won, lost, reopened] = [
    await receive({ receivedAt: at }),
    await receive({ receivedAt: at }),
    await receive({ receivedAt: at }),
  ];
  const [reason] = await db()
    .insert(outcomeReasonTable)
    .values({ nameEn: "Bought elsewhere, we hear", nameFr: "Achat ailleurs, dit-on" })
    .returning();
  if (!reason) throw new Error("The reason was not stored.");
  await db()
    .insert(leadOutcomeTable)
    .values([
      { leadId: won, result: "won", soldValueCad: 21_500, endedOn: "2026-03-09" },
      { leadId: lost, result: "lost", reasonId: reason.id, endedOn: "2026-03-09" },
      {
        leadId: reopened,
        result: "won",
        soldValueCad: 9_000,
        endedOn: "2026-03-09",
        reopenedAt: new Date(),
      },
    ]);
  expect(await countLeadsBy(period, "kind")).toMatchObject([
    { key: "pre_approval", leads: 3, won: 1, lost: 1, valueCad: 21_500 },
  ]);
  expect(await countLostReasons(period)).toEqual([
    { id: reason.id, nameEn: reason.nameEn, nameFr: reason.nameFr, leads: 1 },
  ]);
});

test("a stage lasts from the move into it, or from the arrival, to the move out of it", async () => {
  const leadId = await receive({ receivedAt: Date.parse("2026-05-04T12:00:00Z") });
  const move = (fromStatus: LeadStatus, toStatus: LeadStatus, hours: number) => ({
    leadId,
    kind: "status_changed" as const,
    fromStatus,
    toStatus,
    at: new Date(Date.parse("2026-05-04T12:00:00Z") + hours * HOUR),
  });
  await db()
    .insert(leadEventTable)
    .values([move("new", "contacted", 3), move("contacted", "documents", 13)]);
  expect(await findStageTimes({ from: "2026-05-04", to: "2026-05-04" })).toEqual([
    { stage: "new", leads: 1, medianHours: 3, ninthHours: 3 },
    { stage: "contacted", leads: 1, medianHours: 10, ninthHours: 10 },
  ]);
  expect(await findStageTimesByDealership({ from: "2026-05-04", to: "2026-05-04" })).toEqual([
    { dealershipId: null, stage: "contacted", leads: 1, medianHours: 10, ninthHours: 10 },
    { dealershipId: null, stage: "new", leads: 1, medianHours: 3, ninthHours: 3 },
  ]);
});
