import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { auditTable } from "./audit.table.ts";
import { recordAudit } from "./record-audit.server.ts";
import { AUDIT_YEARS } from "#values/retention.ts";
import { shortenAddress } from "./shorten-address.ts";
import { type AuditHead, formatAuditHead, parseAuditHead } from "./audit.ts";
import { forgetOldRecords } from "./forget-audit.server.ts";
import { type AuditFault, findAuditHead, verifyAudit } from "./verify-audit.server.ts";

const database = useTestDatabase();
useTestVault();

const staff = { kind: "staff", accountId: "u1" } as const;

function record(id: string) {
  return db().transaction((transaction) =>
    recordAudit(transaction, {
      by: staff,
      action: "lead_viewed",
      on: { kind: "lead", id },
      ipAddress: "192.0.2.77",
    }),
  );
}

/** As somebody with every right in the database would, the trigger out of the way. */
async function tamper(change: ReturnType<typeof sql>): Promise<void> {
  await database.asOwner(async (transaction) => {
    await transaction.execute(sql`alter table audit_record disable trigger all`);
    await transaction.execute(change);
    await transaction.execute(sql`alter table audit_record enable trigger all`);
  });
}

const clear = () => tamper(sql`truncate audit_record`);

async function noteHead(): Promise<AuditHead> {
  const head = await findAuditHead(db());
  if (!head) throw new Error("There is no record.");
  return head;
}

describe("what is on record", () => {
  beforeAll(clear);

  test("says who, what, on what, when, from which network and how it ended", async () => {
    await record("RV-1");
    const [row] = await db().select().from(auditTable);
    expect(row).toEqual({
      position: 1,
      at: expect.any(Date),
      actorKind: "staff",
      accountId: "u1",
      action: "lead_viewed",
      thingKind: "lead",
      thingId: "RV-1",
      addressBlock: "192.0.2.0/24",
      outcome: "done",
      mac: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("is there with the act, or not at all", async () => {
    const before = await noteHead();
    await expect(
      db().transaction(async (transaction) => {
        await recordAudit(transaction, { by: staff, action: "lead_viewed" });
        throw new Error("The act failed.");
      }),
    ).rejects.toThrow("The act failed");
    expect(await noteHead()).toEqual(before);
  });

  test.each([
    "update audit_record set outcome = 'done'",
    "delete from audit_record",
    "truncate audit_record",
  ])("is refused another `%s`", async (statement) => {
    await expect(db().execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: "permission denied for table audit_record" },
    });
    const asOwner = database.asOwner((owner) => owner.execute(sql.raw(statement)));
    await expect(asOwner).rejects.toMatchObject({
      cause: { message: "audit_record is append-only" },
    });
  });

  test("stays one chain however many write at once", async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => record(`RV-${index}`)));
    const { count, faults } = await verifyAudit(db());
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(60);
  });
});

const YEAR_MS = 365.25 * 24 * 60 * 60_000;

/** Does as much as the site did so many years ago, by its clock. */
async function yearsAgo(years: number, work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - years * YEAR_MS });
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}

async function recordSeveral(count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) await record(`RV-${index}`);
}

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
    // The next hour nothing has run out, and nothing is written.
    expect(await forgetOldRecords()).toBe(0);
    expect(await findPositions()).toEqual([5, 6, 7]);
  });

  test("is forgotten year after year, also where nothing happened since", async () => {
    await yearsAgo(15, () => recordSeveral(3));
    await yearsAgo(7.5, async () => {
      expect(await forgetOldRecords()).toBe(3);
      await recordSeveral(2);
    });
    // The record of the first forgetting is seven years old by now, and goes as well.
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
    const kept = await noteHead();
    await forgetOldRecords();
    for (const noted of [first, last, kept]) {
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
    const asOwner = (statement: ReturnType<typeof sql>) =>
      database.asOwner((owner) => owner.execute(statement));
    const refused = { cause: { message: "audit_record is append-only" } };
    await expect(asOwner(sql`delete from audit_record where position = 1`)).rejects.toMatchObject(
      refused,
    );
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

describe.each([
  ["from its first record on", 0],
  ["from where the oldest were forgotten", 10],
])("the chain broken %s", (_from, offset) => {
  let head: AuditHead;
  beforeEach(async () => {
    await clear();
    if (offset > 0) {
      // The last of the ten that went before says that nine were forgotten.
      await yearsAgo(8, () => recordSeveral(offset - 1));
      expect(await forgetOldRecords()).toBe(offset - 1);
    }
    await recordSeveral(6);
    head = await noteHead();
    expect((await verifyAudit(db(), head)).faults).toEqual([]);
  });

  const copyRecords = (from: number, to: number) => sql`
    insert into audit_record
    select ${to}::bigint, at, actor_kind, account_id, action, thing_kind, 'RV-9', address_block, outcome, mac
    from audit_record where position = ${from}`;

  const at = (position: number) => offset + position;
  /** Of those that are there. */
  const first = offset > 0 ? offset : 1;

  const BREAKS: [what: string, changes: ReturnType<typeof sql>[], faults: AuditFault[]][] = [
    [
      "by a changed record",
      [sql`update audit_record set account_id = 'u2' where position = ${at(3)}`],
      [{ kind: "altered", position: at(3) }],
    ],
    [
      "by a missing record",
      [sql`delete from audit_record where position = ${at(3)}`],
      [{ kind: "missing", from: at(3), to: at(3) }],
    ],
    [
      "by a missing record whose gap was closed",
      [
        sql`delete from audit_record where position = ${at(3)}`,
        sql`update audit_record set position = position - 1 where position = ${at(4)}`,
        sql`update audit_record set position = position - 1 where position = ${at(5)}`,
        sql`update audit_record set position = position - 1 where position = ${at(6)}`,
      ],
      [
        { kind: "altered", position: at(3) },
        { kind: "altered", position: at(4) },
        { kind: "altered", position: at(5) },
        { kind: "cut_off", noted: at(6), head: at(5) },
      ],
    ],
    [
      "by two records in each other's place",
      [
        sql`update audit_record set position = ${at(100)} where position = ${at(3)}`,
        sql`update audit_record set position = ${at(3)} where position = ${at(4)}`,
        sql`update audit_record set position = ${at(4)} where position = ${at(100)}`,
      ],
      [
        { kind: "altered", position: at(3) },
        { kind: "altered", position: at(4) },
        { kind: "altered", position: at(5) },
      ],
    ],
    [
      "by a record put in at the end",
      [copyRecords(at(6), at(7))],
      [{ kind: "altered", position: at(7) }],
    ],
    [
      "by a record put in before the first",
      [copyRecords(first, first - 1)],
      [
        { kind: "altered", position: first - 1 },
        { kind: "altered", position: first },
      ],
    ],
    [
      "by a tail cut off",
      [sql`delete from audit_record where position > ${at(4)}`],
      [{ kind: "cut_off", noted: at(6), head: at(4) }],
    ],
    [
      "by all of it gone",
      [sql`delete from audit_record`],
      [{ kind: "cut_off", noted: at(6), head: 0 }],
    ],
  ];

  test.each(BREAKS)("%s is found", async (_what, changes, faults) => {
    for (const change of changes) await tamper(change);
    expect((await verifyAudit(db(), head)).faults).toEqual(faults);
  });

  test("by a tail cut off and written anew is found by the noted head", async () => {
    await tamper(sql`delete from audit_record where position > ${at(4)}`);
    await record("RV-other");
    await record("RV-another");
    expect((await verifyAudit(db())).faults).toEqual([]);
    expect((await verifyAudit(db(), head)).faults).toEqual([
      { kind: "cut_off", noted: at(6), head: at(6) },
    ]);
  });

  test("a head that was noted earlier still holds when more was written", async () => {
    await record("RV-7");
    expect((await verifyAudit(db(), head)).faults).toEqual([]);
  });
});

test("a head is written and read as one word", () => {
  const head = { position: 1204, mac: "a".repeat(43) };
  expect(parseAuditHead(formatAuditHead(head))).toEqual(head);
  expect(parseAuditHead(randomUUID())).toBeNull();
});

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["::ffff:203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:abcd:12::1", "2001:db8:abcd::/48"],
  ["2001:0DB8:00cd::1", "2001:db8:cd::/48"],
  ["fe80::1%eth0", "fe80:0:0::/48"],
  ["::1", "0:0:0::/48"],
  ["unknown", null],
  ["", null],
])("of %s is kept: %s", (address, block) => {
  expect(shortenAddress(address)).toBe(block);
});
