import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { consentTable } from "#domain/lead/consent.table.ts";
import { recordAccountConsents, recordConsents } from "#domain/lead/consents.server.ts";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { storeDealership } from "#domain/sell-request/dealer-offer/dealer-offer.fixture.ts";
import { termsAcceptance } from "#domain/terms/accept-terms.server.ts";
import { findTermsInForce, writeTermsText } from "#domain/terms/terms-words.server.ts";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import * as page from "./accept-terms.page.tsx";
import * as requestsPage from "./dealer-requests.page.tsx";

useAccounts();

let own: Awaited<ReturnType<typeof storeDealership>>;
let other: Awaited<ReturnType<typeof storeDealership>>;
beforeAll(async () => {
  own = await storeDealership("Own Autos");
  other = await storeDealership("Other Autos");
});

async function knock(handler: unknown, user: SignedInUser | null, fields?: Record<string, string>) {
  const body = fields && { method: "POST", body: new URLSearchParams(fields) };
  const request = new Request("http://site.test/dealer/terms", body ?? {});
  const args = { request, params: {}, context: makeContext({ user }) };
  return (handler as (args: unknown) => Promise<Record<string, unknown>>)(args).catch(
    (thrown: unknown) => {
      if (thrown instanceof Error) throw thrown;
      return thrown;
    },
  );
}

const accept = (user: SignedInUser) => knock(page.action, user, { form: "dealer-terms" });

test("a dealership accepts its terms once, in the words of today, and is asked no more", async () => {
  expect(await knock(requestsPage.loader, own.person)).toMatchObject({ owesTerms: true });
  await accept(own.person);
  await accept(own.person);
  const version = findTermsInForce("dealers");
  expect(
    await db().select().from(consentTable).where(eq(consentTable.userId, own.userId)),
  ).toMatchObject([
    {
      purpose: "dealer_terms",
      text: writeTermsText(version, "en"),
      textVersion: version.version,
      dealershipId: own.dealershipId,
    },
  ]);
  expect(await knock(page.loader, own.person)).toMatchObject({ isAccepted: true });
  expect(await knock(requestsPage.loader, own.person)).toMatchObject({ owesTerms: false });
  expect(await knock(page.loader, other.person)).toMatchObject({ isAccepted: false });
});

test.each<[what: string, agree: () => Promise<unknown>]>([
  [
    "the consent of an applicant whom it is named to",
    async () => {
      const { submissionId } = await storeLead();
      const input = { ...acceptance(), purpose: "share_with_dealership" } as const;
      await recordConsents(db(), submissionId, [input]);
    },
  ],
  [
    "what it accepted of the terms before these",
    () => {
      const { textVersion, ...before } = acceptance();
      const input = { ...before, textVersion: textVersion - 1 };
      return recordAccountConsents(db(), other.userId, [input]);
    },
  ],
])("%s accepts today's terms for no dealership", async (_what, agree) => {
  await agree();
  expect(await knock(page.loader, other.person)).toMatchObject({ isAccepted: false });
  expect(await knock(requestsPage.loader, other.person)).toMatchObject({ owesTerms: true });
});

/** Today's terms, as the other dealership would accept them. */
const acceptance = () => ({
  ...termsAcceptance("dealers", { locale: "en", channel: "web", givenAt: new Date() }),
  dealershipId: other.dealershipId,
});

test("nobody else accepts them", async () => {
  const staff = await storePerson("Samuel Staff", { role: "staff" });
  expect(await knock(page.action, staff, { form: "dealer-terms" })).toMatchObject({
    init: { status: 403 },
  });
});
