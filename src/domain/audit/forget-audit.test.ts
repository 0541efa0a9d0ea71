import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { AUDIT_YEARS } from "#values/retention.ts";
import { noteHead, record, recordSeveral, useAuditRecord, yearsAgo } from "./audit.fixture.ts";
import { formatAuditHead } from "./audit.ts";
import { forgetOldRecords } from "./forget-audit.server.ts";
import { recordAudit } from "./record-audit.server.ts";
import { verifyAudit } from "./verify-audit.server.ts";

const { asOwner, tamper, clear } = useAuditRecord();

const findPositions = async () => {
  const { rows } = await db().execute<{ position: string }>(
    sql`select position from audit_record order by 1`,
  );
  return rows.map(({ position }) => Number(position));
};

describe("what was on record for seven years", () => {
  beforeEach(clear);

  test("is forgotten up to where something must be kept, and that it was is on record", async () => {
    await yearsAgo(7.1, () => recordSeveral(4));
    const last = await noteHead();
    await yearsAgo(6.9, () => recordSeveral(2));
    expect(await forgetOldRecords()).toBe(4);
    expect(await findPositions()).toEqual([5, 6, 7]);
    const { rows } = await db().execute(
      sql`select actor_kind, action, thing_id from audit_record where position = 7`,
    );
    expect(rows).toEqual([
      { actor_kind: "site", action: "records_forgotten", thing_id: formatAuditHead(last) },
    ]);
    expect(await verifyAudit(db())).toMatchObject({ count: 3, forgotten: 4, faults: [] });
    // An hour later nothing else has expired, and nothing is written.
    expect(await forgetOldRecords()).toBe(0);
    expect(await findPositions()).toEqual([5, 6, 7]);
  });

  test("is forgotten year after year, also where nothing happened since", async () => {
    await yearsAgo(15, () => recordSeveral(3));
    await yearsAgo(7.5, async () => {
      expect(await forgetOldRecords()).toBe(3);
      await recordSeveral(2);
    });
    // The record of the first deletion is seven years old by now, and is deleted as well.
    expect(await forgetOldRecords()).toBe(3);
    expect(await findPositions()).toEqual([7]);
    const noted = await noteHead();
    expect(await verifyAudit(db(), noted)).toMatchObject({ count: 1, forgotten: 6, faults: [] });
  });

  test("leaves heads that were noted since as good as they were, and tells of no older one", async () => {
    await yearsAgo(8, () => recordSeveral(2));
    const first = await noteHead();
    await yearsAgo(8, () => recordSeveral(2));
    const last = await noteHead();
    await record("RV-now");
    const retained = await noteHead();
    await forgetOldRecords();
    for (const noted of [first, last, retained]) {
      expect((await verifyAudit(db(), noted)).faults).toEqual([]);
    }
    const forged = { ...last, mac: "a".repeat(43) };
    expect((await verifyAudit(db(), forged)).faults).toEqual([
      { kind: "cut_off", noted: 4, head: 6 },
    ]);
  });

  test("is forgotten behind a record of a clock far ahead, which goes with it and not before", async () => {
    await yearsAgo(8, () => recordSeveral(2));
    await yearsAgo(-70, () => record("RV-ahead"));
    expect(await forgetOldRecords()).toBe(2);
    expect(await findPositions()).toEqual([3, 4]);
    await clear();

    await yearsAgo(8, () => recordSeveral(2));
    await yearsAgo(-70, () => record("RV-ahead"));
    await yearsAgo(7.5, () => recordSeveral(2));
    await yearsAgo(6.9, () => record("RV-kept"));
    await yearsAgo(-70, () => record("RV-ahead-again"));
    expect(await forgetOldRecords()).toBe(5);
    expect(await findPositions()).toEqual([6, 7, 8]);
    expect(await verifyAudit(db())).toMatchObject({ count: 3, forgotten: 5, faults: [] });
    await db().transaction((transaction) =>
      recordAudit(transaction, {
        action: "records_forgotten",
        on: { kind: "record", id: formatAuditHead({ position: 8, mac: "a".repeat(43) }) },
      }),
    );
    await expect(db().execute(sql`select forget_audit_records(7)`)).rejects.toMatchObject({
      cause: { message: "audit_record is append-only" },
    });
  });

  test("can be deleted by nobody before that is on record, nor anything younger or later", async () => {
    await yearsAgo(7.1, () => recordSeveral(3));
    await yearsAgo(6.9, () => recordSeveral(1));
    const deletion = asOwner((owner) =>
      owner.execute(sql`delete from audit_record where position = 1`),
    );
    const refused = { cause: { message: "audit_record is append-only" } };
    await expect(deletion).rejects.toMatchObject(refused);
    await expect(db().execute(sql`select forget_audit_records(3)`)).rejects.toMatchObject(refused);
    await forgetOldRecords();
    await expect(db().execute(sql`select forget_audit_records(4)`)).rejects.toMatchObject(refused);
    expect(await findPositions()).toEqual([4, 5]);
  });

  test("is as long by the trigger's clock as by ours", async () => {
    const { rows } = await db().execute<{ text: string }>(
      sql`select prosrc as text from pg_proc where proname = 'refuse_audit_deletion'`,
    );
    expect(rows[0]?.text).toContain(`interval '${AUDIT_YEARS} years'`);
  });

  test("forged to hide more is found: by a changed record of forgetting, and by one put in", async () => {
    await yearsAgo(8, () => recordSeveral(2));
    await recordSeveral(4);
    await forgetOldRecords();
    const { rows } = await db().execute<{ mac: string }>(
      sql`select mac from audit_record where position = 4`,
    );
    const id = `4:${rows[0]?.mac}`;
    await tamper(sql`update audit_record set thing_id = ${id} where position = 7`);
    await tamper(sql`delete from audit_record where position <= 4`);
    expect((await verifyAudit(db())).faults).toEqual([{ kind: "altered", position: 7 }]);
    await tamper(sql`delete from audit_record where position <= 6`);
    expect((await verifyAudit(db())).faults).toEqual([{ kind: "missing", from: 5, to: 6 }]);
  });
});
