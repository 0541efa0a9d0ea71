import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { ConsentPurpose } from "#domain/lead/consent.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { recordConsents } from "#domain/lead/consents.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { loadApplications } from "./applications.server.ts";

useSite();

const agree = (submissionId: string, ...purposes: ConsentPurpose[]) =>
  recordConsents(
    db(),
    submissionId,
    purposes.map((purpose, at) => ({
      purpose,
      text: `Words of ${purpose}.`,
      textVersion: 1,
      locale: "en",
      channel: "web",
      givenAt: new Date(Date.UTC(2026, 4, 4, 16, at)),
    })),
  );

test("each request shows its own consents: those that stand may be taken back, one that was says when", async () => {
  const user = await storePerson("Amara Okafor");
  const [mine, other, foreign] = [
    await storeLead({ email: user.email }),
    await storeLead({ email: user.email }),
    await storeLead({ email: "somebody@example.com" }),
  ];
  await agree(
    mine.submissionId,
    "contact_about_request",
    "share_with_dealership",
    "sell_car_terms",
  );
  await agree(other.submissionId, "credit_check");
  await agree(foreign.submissionId, "credit_check");
  await db()
    .update(consentTable)
    .set({ withdrawnAt: new Date("2026-05-09T16:00:00Z") })
    .where(eq(consentTable.text, "Words of share_with_dealership."));
  const applications = await loadApplications({
    request: new Request("http://site.test/account/applications"),
    context: makeContext({ user }),
  });
  const shown = (reference: string) =>
    applications
      .find((each) => each.reference === reference)
      ?.consents.map(({ text, isWithdrawable, withdrawn }) => [text, isWithdrawable, withdrawn]);
  expect(applications).toHaveLength(2);
  expect(shown(mine.reference)).toEqual([
    ["Words of contact_about_request.", true, null],
    ["Words of share_with_dealership.", false, "May 9, 2026"],
    // Terms are no permission that could be taken back.
    ["Words of sell_car_terms.", false, null],
  ]);
  expect(shown(other.reference)).toEqual([["Words of credit_check.", true, null]]);
});
