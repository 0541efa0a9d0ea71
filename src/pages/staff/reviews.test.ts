import { afterAll, beforeAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { reviewTable } from "#domain/review/review.table.ts";
import { m } from "#messages/messages.js";
import { overwriteGetLocale } from "#messages/runtime.js";
import { useAccounts } from "#pages/account/account.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import { renderPages } from "#server/render-pages.fixture.tsx";
import * as page from "./reviews.page.tsx";

useAccounts();
afterAll(() => overwriteGetLocale(() => "en"));

let staff: SignedInUser;
let pages: Awaited<ReturnType<typeof renderPages>>;
beforeAll(async () => {
  staff = await storePerson("Samuel Staff", { role: "staff" });
  pages = await renderPages();
});

async function storeReview() {
  const written = { stars: 2, text: "Slow.", author: "Noah T.", locale: "en", place: "" } as const;
  const [review] = await db()
    .insert(reviewTable)
    .values({ ...written, state: "waiting" })
    .returning({ id: reviewTable.id });
  return review?.id ?? "";
}

const post = (fields: Record<string, string>) =>
  Promise.resolve(
    page.action({
      request: new Request("http://site.test/staff/reviews", {
        method: "POST",
        body: new URLSearchParams(fields),
      }),
      params: {},
      context: makeContext({ user: staff }),
    } as unknown as Parameters<typeof page.action>[0]),
  ).catch((thrown: unknown) => {
    if (thrown instanceof Error) throw thrown;
    return thrown;
  });

const stateOf = async (id: string) =>
  (await db().select().from(reviewTable).where(eq(reviewTable.id, id)))[0];

test("a review that waits is shown by one press, or declined for a reason of the public rule", async () => {
  await storeReview();
  const shown = await pages.render("/staff/reviews", { user: staff });
  expect(shown?.html).toContain(m.review_staff_publish());
  expect(shown?.html).toContain(m.review_declined_for_option_insulting());
});

test("nothing is declined without a reason", async () => {
  const reviewId = await storeReview();
  const form = { form: `decline-${reviewId}`, reviewId, intent: "declined" };
  expect(await post(form)).toMatchObject({ init: { status: 422 } });
  expect((await stateOf(reviewId))?.state).toBe("waiting");
  await post({ ...form, declinedFor: "advertising" });
  expect(await stateOf(reviewId)).toMatchObject({
    state: "declined",
    declinedFor: "advertising",
  });
});
