import { expect, test } from "vitest";
import { browser } from "#pages/public/form-journey/journey.fixture.ts";
import { useSite } from "#server/site.fixture.ts";
import { useDealership } from "./credit-application.fixture.ts";
import { handleNamedDealership } from "./share-words.server.ts";

useSite();
const dealership = useDealership();

const ask = (city: string, ipAddress: string) => {
  const who = browser({ ipAddress });
  const query = new URLSearchParams({ city, province: "AB" });
  return handleNamedDealership({
    request: who.get(`/creditform/dealership?${query}`),
    context: who.context,
  });
};

test("the words name the dealership of the town that is typed, 600 times an hour for one address", async () => {
  const from = "192.0.2.7";
  const words = await (await ask("Calgary", from)).json();
  expect(words).toMatchObject({
    dealershipId: dealership.id,
    text: expect.stringContaining("Bow River Auto"),
  });
  for (let turn = 1; turn < 600; turn += 1) await ask("", from);
  const refused = await ask("Calgary", from);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await ask("Calgary", "198.51.100.7")).status).toBe(200);
});
