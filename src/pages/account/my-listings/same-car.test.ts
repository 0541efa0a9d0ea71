import { beforeAll, expect, test } from "vitest";
import { storeListing } from "#domain/listing/listing.fixture.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import type { ListingFormView } from "./listing-form-page.server.ts";
import * as newPage from "./new-listing.page.tsx";
import { SAME_CAR_SHOWN_CONTROL } from "./same-car-control.ts";
import { GOOD_POST, storeSellers, useSellerSite } from "./seller.fixture.ts";

const VIN = "1HGCM82633A004352";
let person: SignedInUser;

useSellerSite();
beforeAll(async () => {
  ({ person } = await storeSellers());
  await storeListing({ sellerId: person.id, vin: VIN });
});

async function post(fields: Record<string, string>): Promise<ListingFormView> {
  const action = newPage.action as unknown as (args: unknown) => Promise<unknown>;
  const body = new URLSearchParams({ ...GOOD_POST, vin: VIN, ...fields });
  const response = await action({
    request: new Request("http://site.test/account/listings/new", { method: "POST", body }),
    context: makeContext({ user: person }),
    params: {},
  });
  return (response as { data: ListingFormView }).data;
}

test("whether it is the same car is asked first, and an error only where that is not answered", async () => {
  const requested = await post({});
  expect(requested.errorSummary).toEqual({
    question: "One more question before we save this listing",
    text: "Is this the car you already have here?",
    items: [],
  });
  expect(requested.sameCar?.question.questions[0]?.error).toBeUndefined();
  const unanswered = await post({ [SAME_CAR_SHOWN_CONTROL]: "yes" });
  expect(unanswered.errorSummary?.question).toBeUndefined();
  expect(unanswered.errorSummary?.items.map(({ text }) => text)).toEqual([
    "Say if this is the car you already have here",
  ]);
});
