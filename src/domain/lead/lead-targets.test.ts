import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { and, eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { joinDealership } from "#domain/dealership/dealership-queries.server.ts";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { FAILURES_BEFORE_REST } from "#domain/delivery-target/deliver.server.ts";
import { deliveryTargetTable } from "#domain/delivery-target/delivery-target.table.ts";
import {
  addTarget,
  listTargets,
  removeTarget,
  replayTarget,
  rotateSecret,
  switchTarget,
  testTarget,
} from "#domain/delivery-target/targets.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { messageAttemptTable, messageTable } from "#domain/notification/message.table.ts";
import { makeAllDue, sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { startSenders } from "#domain/notification/senders.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import type { DealershipRole } from "#values/dealership-role.ts";
import { storeLead } from "./lead.fixture.ts";
import { sendLeadToDealerships } from "./lead-messages.server.ts";
import { withdrawLead } from "./withdraw-lead.server.ts";

useSite();

/** A dealership's system: verifies each delivery by the published library, and takes an id once. */
function startReceiver() {
  const taken = new Map<string, unknown>();
  const received: { headers: IncomingMessage["headers"]; body: string }[] = [];
  let status = 200;
  let secret = "";
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ headers: request.headers, body });
    if (status !== 200) return response.writeHead(status).end("No Tremblay today");
    const id = String(request.headers["webhook-id"] ?? request.headers["idempotency-key"]);
    const headers = request.headers as Record<string, string>;
    taken.set(id, secret ? new Webhook(secret).verify(body, headers) : body);
    response.end("taken");
  }).listen(0, "127.0.0.1");
  return {
    server,
    received,
    taken,
    answerWith: (next: number) => void (status = next),
    know: (next: string) => void (secret = next),
    clear() {
      [status, secret, received.length] = [200, "", 0];
      taken.clear();
    },
  };
}

const receiver = startReceiver();
let host: string;
let owner: SignedInUser;
let dealership: Awaited<ReturnType<typeof storeDealershipRow>>;

async function storeColleague(name: string, role: DealershipRole): Promise<SignedInUser> {
  const person = await storePerson(name, { role: "dealer" });
  await joinDealership(db(), person.id, dealership.id, role);
  return { ...person, dealership: { id: dealership.id, role } };
}

beforeAll(async () => {
  if (!receiver.server.listening) await once(receiver.server, "listening");
  host = `127.0.0.1:${(receiver.server.address() as AddressInfo).port}`;
  setEnv({ ...env(), DELIVERY_HOSTS: [host] });
  startSenders(env());
  dealership = await storeDealershipRow({ name: "Target Auto" });
  owner = await storeColleague("Olive Owner", "owner");
});
afterAll(() => receiver.server.close());
beforeEach(async () => {
  receiver.clear();
  await db().delete(deliveryTargetTable);
  await db().delete(messageTable);
});

const answers = { name: "Our CRM", kind: "webhook", leadKinds: "pre_approval" } as const;

async function add(changes: Partial<Parameters<typeof addTarget>[1]> = {}) {
  const added = await addTarget(owner, {
    ...answers,
    url: `http://${host}/leads?key=1`,
    ...changes,
  });
  if (!added.ok) throw new Error(added.code);
  const target = (await listTargets(dealership.id)).at(-1);
  if (!target) throw new Error("There is no target.");
  receiver.know(added.secret ?? "");
  return { id: target.id, secret: added.secret ?? "" };
}

/** A lead that the dealership has; of its targets, the test waits for what it says. */
async function pass(kind: "pre_approval" | "call_back" = "pre_approval") {
  const lead = await storeLead({ kind, dealershipId: dealership.id });
  await db().transaction((transaction) => sendLeadToDealerships(transaction, lead, [dealership]));
  return lead;
}

const listDeliveries = () =>
  db()
    .select()
    .from(messageTable)
    .where(and(eq(messageTable.channel, "https"), eq(messageTable.dealershipId, dealership.id)))
    .orderBy(messageTable.createdAt);

const findTarget = async (id: string) =>
  (await listTargets(dealership.id)).find((target) => target.id === id);

/** The clock that decides how long a target rests. */
async function endRest() {
  await db()
    .update(deliveryTargetTable)
    .set({ restingUntil: new Date(0) });
  await makeAllDue();
}

describe("what a webhook gets", () => {
  test("is a signed test that the published library verifies", async () => {
    const { id } = await add();
    expect(await testTarget(owner, id, "en")).toBe(true);
    await sendDueMessages();
    expect([...receiver.taken.values()]).toMatchObject([
      { type: "test", data: { reference: "TEST" } },
    ]);
    expect(receiver.received[0]?.headers["webhook-id"]).toBe((await listDeliveries())[0]?.id);
  });

  test("is signed by both secrets while one takes the place of the other", async () => {
    const { id, secret } = await add();
    const renewed = (await rotateSecret(owner, id)) ?? "";
    expect(renewed).not.toBe(secret);
    for (const known of [secret, renewed]) {
      receiver.know(known);
      await testTarget(owner, id, "en");
      await sendDueMessages();
    }
    expect(receiver.taken.size).toBe(2);
    expect(receiver.received[0]?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
  });

  test("is only leads of the kinds that it takes", async () => {
    await add();
    await pass("call_back");
    expect(await listDeliveries()).toEqual([]);
    await pass();
    expect(await listDeliveries()).toHaveLength(1);
  });

  test("says that a lead was withdrawn, to whoever has it", async () => {
    await add();
    const lead = await pass();
    await db().update(messageTable).set({ state: "sent" });
    await db().transaction((transaction) =>
      withdrawLead(transaction, lead.reference, { byUserId: null }, async () => undefined),
    );
    await sendDueMessages();
    expect([...receiver.taken.values()]).toMatchObject([
      { type: "lead.withdrawn", data: { reference: lead.reference } },
    ]);
  });
});

test("ADF by https is the document alone", async () => {
  const { id } = await add({ kind: "adf_post" });
  await testTarget(owner, id, "en");
  await sendDueMessages();
  expect(receiver.received[0]?.headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(receiver.received[0]?.body).toMatch(/^<\?xml[^]*<id [^>]*>TEST<\/id>/);
});

describe("a receiver that fails", () => {
  /** Tests that are all refused, until the target rests. */
  async function failUntilRest(id: string) {
    receiver.answerWith(503);
    for (let tries = 0; tries < FAILURES_BEFORE_REST; tries++) {
      await testTarget(owner, id, "en");
      await sendDueMessages();
    }
  }

  async function listTold() {
    const told = await db()
      .select()
      .from(messageTable)
      .where(eq(messageTable.event, "target_fails"))
      .orderBy(messageTable.recipient);
    return told.map(({ recipient }) => recipient);
  }

  test("rests, is told to owners and managers once, and gets everything once after an hour", async () => {
    const manager = await storeColleague("Mina Manager", "manager");
    await storeColleague("Sam Salesperson", "salesperson");
    const { id } = await add();
    await failUntilRest(id);
    expect(await findTarget(id)).toMatchObject({ failuresInARow: FAILURES_BEFORE_REST });
    expect(await listTold()).toEqual([manager.email, owner.email].toSorted());

    // While it rests, what is due waits: it is not tried, and no attempt counts.
    await db().transaction((transaction) =>
      notify(transaction, {
        event: "lead_target_ended",
        to: host,
        locale: "en",
        dealershipId: dealership.id,
        targetId: id,
        params: { reference: "K7M2PX4R" },
      }),
    );
    const before = receiver.received.length;
    await sendDueMessages();
    expect(receiver.received).toHaveLength(before);
    expect((await listDeliveries()).at(-1)).toMatchObject({ state: "waiting", attempts: 0 });

    await endRest();
    await sendDueMessages();
    expect(await listTold()).toHaveLength(2);

    receiver.answerWith(200);
    await endRest();
    await sendDueMessages();
    await sendDueMessages();
    const sent = await listDeliveries();
    expect(sent.map(({ state }) => state)).toEqual(Array(6).fill("sent"));
    expect([...receiver.taken.keys()].toSorted()).toEqual(sent.map((each) => each.id).toSorted());
    expect(await findTarget(id)).toMatchObject({ failuresInARow: 0, restingUntil: null });
  });

  test("is switched off by 410; what it missed is replayed in one press, with the same ids", async () => {
    const { id } = await add();
    receiver.answerWith(410);
    await testTarget(owner, id, "en");
    await sendDueMessages();
    expect(await findTarget(id)).toMatchObject({ state: "gone" });
    expect((await listDeliveries()).map(({ state }) => state)).toEqual(["dead"]);

    receiver.answerWith(200);
    expect(await switchTarget(owner, id, true)).toBe(true);
    expect(await replayTarget(owner, id)).toBe(1);
    await sendDueMessages();
    expect([...receiver.taken.keys()]).toEqual((await listDeliveries()).map((each) => each.id));
  });

  test("is on record with what it answered", async () => {
    const { id } = await add();
    receiver.answerWith(500);
    await testTarget(owner, id, "en");
    await sendDueMessages();
    const [attempt] = await db().select().from(messageAttemptTable).orderBy(messageAttemptTable.at);
    expect(attempt).toMatchObject({ outcome: "temporary", detail: "HTTP 500 No Tremblay today" });
  });
});

describe("who may change a target", () => {
  test.each([
    ["owner", true],
    ["manager", true],
    ["salesperson", false],
    ["stock", false],
    ["reader", false],
  ] as const)("%s: %s", async (role, isAllowed) => {
    const { id } = await add();
    const by = { ...owner, dealership: { id: dealership.id, role } };
    expect((await addTarget(by, { ...answers, url: `http://${host}/` })).ok).toBe(isAllowed);
    expect(await switchTarget(by, id, false)).toBe(isAllowed);
    expect((await rotateSecret(by, id)) !== null).toBe(isAllowed);
    expect(await removeTarget(by, id)).toBe(isAllowed);
  });

  test("nobody of another dealership", async () => {
    const { id } = await add();
    const other = await storeDealershipRow({ name: `Other ${id}` });
    const by = { ...owner, dealership: { id: other.id, role: "owner" as const } };
    expect(await testTarget(by, id, "en")).toBe(false);
    expect(await removeTarget(by, id)).toBe(false);
  });
});

test.each([
  ["http://crm.example.com/", "not_https"],
  ["https://127.0.0.1/", "not_public"],
  ["https://a:b@crm.example.com/", "has_password"],
  ["crm", "not_https"],
])("the address %s is refused: %s", async (url, fault) => {
  expect(await addTarget(owner, { ...answers, url })).toEqual({
    ok: false,
    code: "bad_address",
    fault,
  });
});
