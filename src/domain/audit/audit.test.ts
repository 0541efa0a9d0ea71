import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { auditTable } from "./audit.table.ts";
import { recordAudit } from "./record-audit.server.ts";
import { shortenAddress } from "./shorten-address.ts";
import {
  type AuditFault,
  type AuditHead,
  findAuditHead,
  formatAuditHead,
  parseAuditHead,
  verifyAudit,
} from "./verify-audit.server.ts";

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

describe("the chain broken", () => {
  let head: AuditHead;
  beforeEach(async () => {
    await clear();
    for (let index = 1; index <= 6; index += 1) await record(`RV-${index}`);
    head = await noteHead();
    expect((await verifyAudit(db(), head)).faults).toEqual([]);
  });

  const copyRecords = (from: number, to: number) => sql`
    insert into audit_record
    select ${to}, at, actor_kind, account_id, action, thing_kind, 'RV-9', address_block, outcome, mac
    from audit_record where position = ${from}`;

  const BREAKS: [what: string, changes: ReturnType<typeof sql>[], faults: AuditFault[]][] = [
    [
      "by a changed record",
      [sql`update audit_record set account_id = 'u2' where position = 3`],
      [{ kind: "altered", position: 3 }],
    ],
    [
      "by a missing record",
      [sql`delete from audit_record where position = 3`],
      [{ kind: "missing", from: 3, to: 3 }],
    ],
    [
      "by a missing record whose gap was closed",
      [
        sql`delete from audit_record where position = 3`,
        sql`update audit_record set position = position - 1 where position = 4`,
        sql`update audit_record set position = position - 1 where position = 5`,
        sql`update audit_record set position = position - 1 where position = 6`,
      ],
      [
        { kind: "altered", position: 3 },
        { kind: "altered", position: 4 },
        { kind: "altered", position: 5 },
        { kind: "cut_off", noted: 6, head: 5 },
      ],
    ],
    [
      "by two records in each other's place",
      [
        sql`update audit_record set position = 100 where position = 3`,
        sql`update audit_record set position = 3 where position = 4`,
        sql`update audit_record set position = 4 where position = 100`,
      ],
      [
        { kind: "altered", position: 3 },
        { kind: "altered", position: 4 },
        { kind: "altered", position: 5 },
      ],
    ],
    ["by a record put in at the end", [copyRecords(6, 7)], [{ kind: "altered", position: 7 }]],
    [
      "by a record put in before the first",
      [copyRecords(1, 0)],
      [
        { kind: "altered", position: 0 },
        { kind: "altered", position: 1 },
      ],
    ],
    [
      "by a tail cut off",
      [sql`delete from audit_record where position > 4`],
      [{ kind: "cut_off", noted: 6, head: 4 }],
    ],
    [
      "by all of it gone",
      [sql`delete from audit_record`],
      [{ kind: "cut_off", noted: 6, head: 0 }],
    ],
  ];

  test.each(BREAKS)("%s is found", async (_what, changes, faults) => {
    for (const change of changes) await tamper(change);
    expect((await verifyAudit(db(), head)).faults).toEqual(faults);
  });

  test("by a tail cut off and written anew is found by the noted head", async () => {
    await tamper(sql`delete from audit_record where position > 4`);
    await record("RV-other");
    await record("RV-another");
    expect((await verifyAudit(db())).faults).toEqual([]);
    expect((await verifyAudit(db(), head)).faults).toEqual([
      { kind: "cut_off", noted: 6, head: 6 },
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
