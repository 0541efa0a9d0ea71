import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { jobRunTable } from "./job-run.table.ts";
import { type Job, listJobRuns, runJob } from "./run-job.server.ts";

useSite();

const makeJob = (input: Partial<Job>): Job => ({
  name: "counted",
  everyMinutes: 60,
  run: async () => undefined,
  ...input,
});

beforeEach(async () => {
  await db().delete(jobRunTable);
  await db().delete(messageTable);
  await db().insert(jobRunTable).values({ name: "counted", everyMinutes: 60 });
});

const fail = () => Promise.reject(new Error("no disk"));

const listNotified = async () =>
  (
    await db()
      .select({ to: messageTable.recipient })
      .from(messageTable)
      .where(eq(messageTable.event, "job_failed"))
  ).map(({ to }) => to);

test("says while it runs that it does, and then how it went", async () => {
  const [before] = await listJobRuns();
  expect(before).toMatchObject({ startedAt: null, endedAt: null });
  const seen: unknown[] = [];
  await runJob(makeJob({ run: async () => seen.push(...(await listJobRuns())) }));
  expect(seen).toMatchObject([{ startedAt: expect.any(Date), endedAt: null }]);
  const [after] = await listJobRuns();
  expect(after).toMatchObject({ endedAt: expect.any(Date), hasFailed: false });
});

test("one that fails is tried again by the queue, and administrators are told once a day", async () => {
  const { email } = await storePerson("Ada Admin", { role: "admin" });
  expect(await listNotified()).toEqual([]);
  for (const _again of [1, 2])
    await expect(runJob(makeJob({ run: fail }))).rejects.toThrow("no disk");
  expect(await listJobRuns()).toMatchObject([{ endedAt: expect.any(Date), hasFailed: true }]);
  expect(await listNotified()).toEqual([email]);
  await runJob(makeJob({}));
  expect(await listJobRuns()).toMatchObject([{ hasFailed: false }]);
});
