import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { CREDIT_APPLICANT } from "#domain/credit-application/credit-applicant.fixture.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { loader } from "./consent-proof.page.tsx";

useSite();

test("each consent is proved apart, in its own words; words that were changed since prove nothing", async () => {
  const staff = await storePerson("Samuel Staff", { role: "staff" });
  const submissionId = randomUUID();
  const boxes = { creditCheck: "yes", shareWithDealership: "yes" };
  const post = rawFields({ ...CREDIT_APPLICANT, ...boxes, submissionId });
  const visitor = readVisitor({ context: makeContext({ locale: "fr" }) });
  const sent = await receivePost(creditApplicationHandler, post, visitor);
  if (!sent.ok) throw new Error(JSON.stringify(sent));
  const { reference } = sent;
  const prove = () => {
    const request = new Request(`http://site.test/staff/leads/${reference}/consents`);
    const context = makeContext({ user: staff });
    return loader({ request, context, params: { reference } });
  };
  const { proofs } = await prove();
  const ofSubmission = eq(consentTable.submissionId, submissionId);
  const stored = await db().select().from(consentTable).where(ofSubmission);
  expect(proofs.map(({ text }) => text).toSorted()).toEqual(
    stored.map(({ text }) => text).toSorted(),
  );
  expect(proofs).toHaveLength(2);
  for (const { isIntact, lang, facts } of proofs) {
    expect([isIntact, lang]).toEqual([true, "fr"]);
    expect(Object.fromEntries(facts)).toMatchObject({
      "SHA-256": expect.stringMatching(/^\w{64}$/u),
    });
  }
  await db()
    .update(consentTable)
    .set({ text: "I agree to everything." })
    .where(and(ofSubmission, eq(consentTable.purpose, "credit_check")));
  const changed = (await prove()).proofs.filter(({ isIntact }) => !isIntact);
  expect(changed.map(({ text }) => text)).toEqual(["I agree to everything."]);
});
