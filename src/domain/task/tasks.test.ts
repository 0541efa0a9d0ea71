import { randomUUID } from "node:crypto";
import { and, asc, eq, like } from "drizzle-orm";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable } from "#domain/lead/lead.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { actAt } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { findFeedKey, readFeed, renewFeed } from "./calendar-feed.server.ts";
import { changeTask, deletedTasks, deleteTask, putTaskBack } from "./change-task.server.ts";
import { mailReminders } from "./remind.server.ts";
import { taskTable } from "./task.table.ts";
import { taskState } from "./task.ts";
import {
  addTask,
  freeTasksOf,
  listDeletedTasks,
  listDoneTasks,
  listOpenTasks,
  setTaskDone,
} from "./tasks.server.ts";

useTestDatabase();
useTestVault();

const NOON = new Date("2026-11-27T17:00:00Z");
const TODAY = "2026-11-27";
let camille: string;
let by: { id: string };
beforeAll(async () => {
  camille = await storeStaff("Camille Roy");
  by = { id: camille };
});
beforeEach(async () => {
  await db().delete(taskTable);
  await db().delete(messageTable);
});

const call = () => ({
  taskKind: "task" as const,
  title: "Call about the pay stub",
  dueOn: "2026-12-01",
  forUser: camille,
  reminder: "none" as const,
});
/** The history of a lead as far as its tasks go, the oldest first. */
const historyOf = (leadId: string) =>
  db()
    .select({ kind: leadEventTable.kind, note: leadEventTable.note, by: leadEventTable.byUserId })
    .from(leadEventTable)
    .where(and(eq(leadEventTable.leadId, leadId), like(leadEventTable.kind, "task%")))
    .orderBy(asc(leadEventTable.at), asc(leadEventTable.id));
const at = <Result>(moment: string, work: () => Promise<Result>) => actAt(new Date(moment), work);

test.each([
  ["2026-11-26", "2026-11-26T14:00:00Z", true, null, "overdue"],
  [TODAY, "2026-11-27T14:00:00Z", true, null, "today"],
  [TODAY, "2026-11-27T14:00:00Z", false, null, "overdue"],
  [TODAY, "2026-11-27T20:00:00Z", false, null, "today"],
  ["2026-11-28", "2026-11-28T14:00:00Z", true, null, "later"],
  ["2026-11-26", "2026-11-26T14:00:00Z", true, NOON, "done"],
] as const)(
  "due %s at %s (whole day: %s), done %s: %s",
  (dueOn, dueAt, isWholeDay, doneAt, state) => {
    const task = { dueOn, dueAt: new Date(dueAt), isWholeDay, doneAt, deletedAt: null };
    expect(taskState({ ...task, deletedAt: NOON }, { now: NOON, today: TODAY })).toBe("deleted");
    expect(taskState(task, { now: NOON, today: TODAY })).toBe(state);
  },
);

test("a task of a lead is due at its time where the business is, or on its day", async () => {
  const lead = await storeLead();
  expect(await addTask(by, lead.reference, { ...call(), dueTime: "14:30", place: "Lot 2" })).toBe(
    true,
  );
  expect(await addTask(by, null, call())).toBe(true);
  expect(await addTask(by, "NBDY2345", call())).toBe(false);
  expect(await listOpenTasks({ forUserId: camille })).toMatchObject([
    { isWholeDay: true, reference: null, dueAt: new Date("2026-12-01T14:00:00Z") },
    {
      isWholeDay: false,
      place: "Lot 2",
      reference: lead.reference,
      dueAt: new Date("2026-12-01T19:30:00Z"),
    },
  ]);
  expect(await listOpenTasks({ leadId: lead.id })).toHaveLength(1);
});

test("what is done can be undone, and a second press is nothing", async () => {
  await addTask(by, null, call());
  const [task] = await listOpenTasks({});
  const id = task?.id ?? "";
  expect(await setTaskDone(by, id, true)).toBe(true);
  expect(await setTaskDone(by, id, true)).toBe(true);
  expect(await listOpenTasks({})).toEqual([]);
  expect(await listDoneTasks(new Date(0), { forUserId: camille })).toMatchObject([{ id }]);
  expect(await setTaskDone(by, id, false)).toBe(true);
  expect(await listOpenTasks({})).toMatchObject([{ id, doneAt: null }]);
  expect(await setTaskDone(by, "1", true)).toBe(false);
});

test("what is changed, deleted and put back is in the lead's history, and in calendars", async () => {
  const lead = await storeLead();
  await addTask(by, lead.reference, { ...call(), dueTime: "14:30" });
  const id = (await listOpenTasks({}))[0]?.id ?? "";
  const feed = async () => {
    const text = await readFeed(await findFeedKey(camille), "https://cars.example");
    return text?.split("\r\n").filter((line) => /^(UID|SEQ|STATUS|SUMMARY)/.test(line));
  };
  const uid = `UID:${id}@cars.example`;
  expect(await feed()).toEqual([uid, "SEQUENCE:0", "SUMMARY:Call about the pay stub"]);

  const later = { ...call(), title: "Call about the T4", dueOn: "2026-12-03" };
  expect(await changeTask(by, id, later)).toBe(true);
  expect(await listOpenTasks({})).toMatchObject([
    { title: "Call about the T4", dueOn: "2026-12-03", isWholeDay: true },
  ]);
  expect(await deleteTask(by, id)).toBe(true);
  expect(await deleteTask(by, id)).toBe(false);
  expect(await changeTask(by, id, later)).toBe(false);
  expect(await setTaskDone(by, id, true)).toBe(false);
  expect(await listOpenTasks({})).toEqual([]);
  expect(await listDeletedTasks(new Date(0), { leadId: lead.id })).toMatchObject([{ id }]);
  const cancelled = [uid, "SEQUENCE:2", "STATUS:CANCELLED", "SUMMARY:Call about the T4"];
  expect(await feed()).toEqual(cancelled);

  expect(await putTaskBack(by, id)).toBe(true);
  expect(await putTaskBack(by, id)).toBe(false);
  expect(await feed()).toEqual([uid, "SEQUENCE:3", "SUMMARY:Call about the T4"]);
  expect(await historyOf(lead.id)).toEqual([
    { kind: "task_changed", note: "Call about the pay stub\n2026-12-01 14:30", by: camille },
    { kind: "task_deleted", note: "Call about the T4\n2026-12-03", by: camille },
    { kind: "task_put_back", note: "Call about the T4\n2026-12-03", by: camille },
  ]);
  for (const none of ["1", randomUUID()]) expect(await deleteTask(by, none)).toBe(false);
});

test("a deleted task reminds nobody, and goes for good after 30 days", async () => {
  await at("2026-11-27T17:00:00Z", async () => {
    await addTask(by, null, { ...call(), dueTime: "14:30", reminder: "hour" });
    await deleteTask(by, (await listOpenTasks({}))[0]?.id ?? "");
  });
  await at("2026-12-02T18:30:00Z", mailReminders);
  expect(await db().$count(messageTable)).toBe(0);
  expect(await deletedTasks.end(new Date("2026-12-27T16:59:59Z"))).toBe(0);
  expect(await deletedTasks.end(new Date("2026-12-27T17:00:01Z"))).toBe(1);
});

test("a reminder is mailed once when it is due, and never of what is done", async () => {
  await at("2026-11-27T17:00:00Z", async () => {
    await addTask(by, null, { ...call(), dueTime: "14:30", reminder: "hour" });
    await addTask(by, null, { ...call(), title: "Done before", dueTime: "14:30", reminder: "day" });
    const done = (await listOpenTasks({})).find(({ title }) => title === "Done before");
    await setTaskDone(by, done?.id ?? "", true);
  });
  const mailed = () =>
    db()
      .select({ event: messageTable.event, to: messageTable.recipient })
      .from(messageTable)
      .orderBy(asc(messageTable.id));
  await at("2026-12-01T18:29:00Z", mailReminders);
  expect(await mailed()).toEqual([]);
  await at("2026-12-01T18:30:00Z", async () => {
    await Promise.all([mailReminders(), mailReminders()]);
    await mailReminders();
  });
  expect(await mailed()).toEqual([{ event: "task_reminder", to: `${camille}@example.com` }]);
});

test("whoever leaves the team leaves the open tasks to everybody", async () => {
  const leaver = await storeStaff("Leaving Soon");
  await addTask(by, null, { ...call(), forUser: leaver });
  const free = (role: "admin" | "buyer") =>
    db().transaction((transaction) => freeTasksOf(transaction, { id: leaver, role }));
  await free("admin");
  expect(await listOpenTasks({ forUserId: leaver })).toHaveLength(1);
  await free("buyer");
  expect(await listOpenTasks({})).toMatchObject([{ forUserId: null }]);
});

test("a calendar feed has its owner's tasks, until its address is renewed or they leave", async () => {
  const lead = await storeLead({ lastName: "Tremblay-Secret" });
  await addTask(by, lead.reference, call());
  const key = await findFeedKey(camille);
  const feed = await readFeed(key, "https://cars.example");
  expect(feed).toContain("SUMMARY:Call about the pay stub\r\n");
  expect(feed).toContain("DTSTART;VALUE=DATE:20261201\r\n");
  expect(feed).toContain(`URL:https://cars.example/staff/leads/${lead.reference}\r\n`);
  expect(feed).not.toContain("Secret");
  for (const wrong of ["", ".", `${camille}.`, `${camille}.x`, key.slice(0, -1), `x${key}`])
    expect(await readFeed(wrong, "https://cars.example")).toBeNull();
  await renewFeed(camille);
  expect(await readFeed(key, "https://cars.example")).toBeNull();
  const renewed = await findFeedKey(camille);
  expect(await readFeed(renewed, "https://cars.example")).toContain("BEGIN:VEVENT");
  await db().update(userTable).set({ role: "buyer" }).where(eq(userTable.id, camille));
  expect(await readFeed(renewed, "https://cars.example")).toBeNull();
  await db().update(userTable).set({ role: "staff" }).where(eq(userTable.id, camille));
});
