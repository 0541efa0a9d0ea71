import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { announceTerms, describeTermsChange, findTermsChanges } from "./announce-terms.server.ts";
import { TERMS_VERSIONS, type TermsVersion } from "./terms.ts";

useTestDatabase();
useTestVault();

const announced = (daysAgo: number): TermsVersion[] =>
  TERMS_VERSIONS.map((each) => {
    if (each.id !== "site-2") return each;
    const announcedOn = daysAfter(today(), -daysAgo);
    return { ...each, announcedOn, from: daysAfter(announcedOn, 30) };
  });

const mailsOf = (userId: string) =>
  db()
    .select()
    .from(messageTable)
    .where(and(eq(messageTable.userId, userId), eq(messageTable.event, "terms_change")));

let member: string;
let unconfirmed: string;
beforeAll(async () => {
  member = (await storePerson("Noah Member", { locale: "fr" })).id;
  unconfirmed = (await storePerson("Uma Unconfirmed")).id;
  await db().update(userTable).set({ emailVerified: true }).where(eq(userTable.id, member));
  await db().update(userTable).set({ emailVerified: false }).where(eq(userTable.id, unconfirmed));
});

test("a version that was not announced, or long ago, is told to nobody", async () => {
  await announceTerms();
  await announceTerms(announced(8));
  expect(await mailsOf(member)).toHaveLength(0);
});

test("everybody with a confirmed account is told once", async () => {
  await announceTerms(announced(0));
  await announceTerms(announced(1));
  expect(await mailsOf(member)).toMatchObject([
    { locale: "fr", key: `terms_change:site-2:${member}` },
  ]);
  expect(await mailsOf(unconfirmed)).toHaveLength(0);
});

test("the notice sets out what changes, what it said before, the day and until when to refuse", () => {
  const notice = describeTermsChange("site-2", "en", [
    ...TERMS_VERSIONS.filter(({ id }) => id !== "site-2"),
    { ...TERMS_VERSIONS.find(({ id }) => id === "site-2")!, from: "2027-01-01" },
  ]);
  expect(notice).toMatchObject({ date: "January 1, 2027", until: "January 31, 2027" });
  expect(notice?.changes).toContainEqual({
    title: "Fees",
    before: null,
    after: expect.stringContaining("Visitors pay us nothing"),
  });
  expect(notice?.changes).toContainEqual({
    title: "Limits",
    before: expect.stringContaining("Meet sellers in a safe and public place"),
    after: expect.stringContaining("We don’t inspect cars"),
  });
});

test("a section that stays as it was is in no notice", () => {
  const words = (text: string) => ({
    title: "Terms",
    summary: [],
    sections: [
      { id: "same", title: "Same", text: "As ever." },
      { id: "other", title: "Other", text },
    ],
  });
  expect(findTermsChanges(words("Before."), words("After."))).toEqual([
    { title: "Other", before: "Before.", after: "After." },
  ]);
});
