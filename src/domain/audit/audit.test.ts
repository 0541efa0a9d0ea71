import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import {
  noteHead,
  record,
  recordSeveral,
  staff,
  useAuditRecord,
  yearsAgo,
} from "./audit.fixture.ts";
import { auditTable } from "./audit.table.ts";
import { type AuditHead, formatAuditHead, parseAuditHead } from "./audit.ts";
import { forgetOldRecords } from "./forget-audit.server.ts";
import { recordAudit, shortenAddress } from "./record-audit.server.ts";
import { type AuditFault, verifyAudit } from "./verify-audit.server.ts";

const { asOwner, tamper, clear } = useAuditRecord();

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
      changes: null,
      mac: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  test("says what was changed, letter by letter under its MAC, whoever made it smaller", async () => {
    const changes = { priceCad: [11_200, 1_234] } as const;
    await db().transaction((transaction) =>
      recordAudit(transaction, { by: staff, action: "listing_price_changed", changes }),
    );
    const { position } = await noteHead();
    const [row] = await db().select().from(auditTable).where(eq(auditTable.position, position));
    expect(row?.changes).toBe('{"priceCad":[11200,1234]}');
    const altered = [{ kind: "altered", position }];
    for (const forged of [`'{"priceCad":[11200,11100]}'`, "null"]) {
      await tamper(
        sql.raw(`update audit_record set changes = ${forged} where position = ${position}`),
      );
      expect((await verifyAudit(db())).faults).toEqual(altered);
    }
    await tamper(
      sql`update audit_record set changes = ${row?.changes} where position = ${position}`,
    );
    expect((await verifyAudit(db())).faults).toEqual([]);
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
    const byOwner = asOwner((owner) => owner.execute(sql.raw(statement)));
    await expect(byOwner).rejects.toMatchObject({
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

describe.each([
  ["from its first record on", 0],
  ["from where the oldest were forgotten", 10],
])("the chain broken %s", (_from, offset) => {
  let head: AuditHead;
  beforeEach(async () => {
    await clear();
    if (offset > 0) {
      // The last of the ten earlier records says that nine were deleted.
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
  /** The first position that still exists. */
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
