import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { changeDraft } from "#domain/draft/draft.server.ts";
import { receivePost } from "#domain/lead/receive-post.server.ts";
import { passGate } from "#forms/gates.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm } from "#forms/read-form.ts";
import { useSite } from "#server/site.fixture.ts";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { readVisitor } from "#platform/request/visitor.server.ts";
import { SELLER_ON_PAGES } from "#domain/sell-request/sell-car-answers.fixture.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import { TERMS_GATE } from "#domain/sell-request/sell-terms.ts";
import { visitWizard } from "./visit-wizard.fixture.ts";

useSite();
afterEach(() => vi.restoreAllMocks());

const { open, post, postAndOpen } = visitWizard(sellCarForm);

/** Somebody who has answered everything and accepted the terms, with the id of the draft. */
async function seller() {
  const visitor = browser();
  const { visitorHash } = readVisitor(visitor);
  const now = new Date();
  const { answers } = readForm(sellCarForm, rawFields(SELLER_ON_PAGES), readContextFor("en", now));
  const { termsAccepted: _accepted, ...answered } = answers;
  const consents = passGate(TERMS_GATE, [], { locale: "en", at: now });
  // Agreed to once the answers were there that it rests on.
  const retainAll = (agreed: typeof consents) =>
    changeDraft(visitorHash, sellCarForm, (_draft, save) =>
      save({ answers: answered, consents: agreed }),
    );
  await retainAll([]);
  const { id } = await retainAll(consents);
  return { visitor, id };
}

type Seller = Awaited<ReturnType<typeof seller>>;

const requests: [string, (seller: Seller) => Promise<unknown>][] = [
  ["a step", ({ visitor }) => open(visitor, "history")],
  ["the last step", ({ visitor }) => open(visitor, "review")],
  ["a gate", ({ visitor }) => open(visitor, "terms")],
  ["a good answer", ({ visitor }) => post(visitor, "additional-details", { sellOrTrade: "sell" })],
  ["a refused answer, with its page", ({ visitor }) => postAndOpen(visitor, "contact", {})],
  [
    "an agreement",
    async ({ visitor }) => {
      expect((await post(visitor, "terms", {})).location).toBe("/sell-car/review");
    },
  ],
  [
    "a phone code without JavaScript, with its page",
    ({ visitor }) => postAndOpen(visitor, "contact", { sellerPhone: "12", intent: "send-code" }),
  ],
  [
    "the whole form from its last page",
    async ({ visitor, id }) => {
      const fields = rawFields({ submissionId: id, formname: "SellYourCar" });
      const sent = await receivePost(sellCarHandler, fields, readVisitor(visitor));
      expect(sent).toMatchObject({ ok: true });
    },
  ],
];

test.each(requests)("%s reads and opens the draft once", async (_what, send) => {
  const begun = await seller();
  const asking = vi.spyOn(pg.Client.prototype, "query");
  await send(begun);
  const readings = asking.mock.calls
    .map(([query]: unknown[]) => JSON.stringify(query))
    .filter((query) => /form_version.* from \\"draft\\"/.test(query));
  expect(readings).toHaveLength(1);
});
