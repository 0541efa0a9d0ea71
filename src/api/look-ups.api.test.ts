import { beforeAll, expect, test } from "vitest";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { readEnv, setEnv } from "#platform/env/env.server.ts";
import { callsSeenBy } from "./calls.fixture.ts";

useTestDatabase();
beforeAll(() => {
  const read = readEnv({ DATA_DIR: "unused" });
  if (!read.ok) throw new Error(read.problems.join());
  setEnv(read.env);
});

test("suggests places in Canada in the page's language, kept by nobody else", async () => {
  const answer = await callsSeenBy({ locale: "fr" }).request(
    "/fr/api/place-suggestions?text=calga",
  );
  expect(answer.headers.get("cache-control")).toBe("private, max-age=300");
  const { suggestions, attribution } = await answer.json();
  expect(suggestions[0]).toEqual({
    formatted: "Calgary (Alberta)",
    lat: expect.any(Number),
    lon: expect.any(Number),
    placeId: "calgary-ab",
  });
  expect(attribution).toBeNull();
});

test.each(["", "?text=", `?text=${"x".repeat(5_000)}`, "?text=%00%27%3B--"])(
  "suggests nothing for %s",
  async (query) => {
    const answer = await callsSeenBy({}).request(`/api/place-suggestions${query}`);
    expect(answer.status).toBe(200);
    expect((await answer.json()).suggestions).toEqual([]);
  },
);

test("is limited by address", async () => {
  const site = callsSeenBy({ ipAddress: "192.0.2.77" });
  const look = () => site.request("/api/place-suggestions?text=");
  for (let count = 0; count < 600; count += 1) await look();
  const answer = await look();
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});
