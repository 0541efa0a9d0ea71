import { randomUUID } from "node:crypto";
import { getTableName, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { storePreApproval } from "#domain/pre-approval/stored-pre-approval.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { findStoredData, VISITOR_TABLES } from "./stored-visitor-data.ts";

useTestDatabase();
useTestVault();

const NONE = { any: false, sent: false, begun: false };

test("a browser that only looked has none; a draft is one, and so is what it sent", async () => {
  const lookup = randomUUID();
  expect(await findStoredData(lookup)).toEqual(NONE);
  const typed = randomUUID();
  await changeDraft(typed, preApprovalForm, (_none, keep) => keep({ answers: {}, consents: [] }));
  expect(await findStoredData(typed)).toEqual({ any: true, sent: false, begun: true });
  const sent = randomUUID();
  await storePreApproval(
    { visitorHash: sent },
    {
      budget: "400_499",
      creditRating: "fair",
      vehicleLocation: { text: "Calgary, AB", province: "AB" },
    },
  );
  expect(await findStoredData(sent)).toEqual({ any: true, sent: true, begun: false });
  expect(await findStoredData(lookup)).toEqual(NONE);
  // Called at the same moment, each gets its own result.
  const combined = [typed, lookup, sent, typed].map((visitorHash) => findStoredData(visitorHash));
  expect((await Promise.all(combined)).map(({ any, sent }) => [any, sent])).toEqual([
    [true, false],
    [false, false],
    [true, true],
    [true, false],
  ]);
});

test("every table that knows a browser is looked into", async () => {
  const { rows } = await db().execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where column_name = 'visitor_hash' and table_schema = 'public' order by table_name`);
  expect(rows.map(({ name }) => name)).toEqual(VISITOR_TABLES.map(getTableName).toSorted());
});
