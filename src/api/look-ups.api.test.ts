import { beforeAll, describe, expect, test } from "vitest";
import { storeListing, storePerson } from "#domain/listing/listing.fixture.ts";
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
  const response = await callsSeenBy({ locale: "fr" }).request(
    "/fr/api/place-suggestions?text=calga",
  );
  expect(response.headers.get("cache-control")).toBe("private, max-age=300");
  const { suggestions, attribution } = await response.json();
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
    const response = await callsSeenBy({}).request(`/api/place-suggestions${query}`);
    expect(response.status).toBe(200);
    expect((await response.json()).suggestions).toEqual([]);
  },
);

/** A typed text, made very long. */
const atLength = (text: string) => `${text}${" ".repeat(200)}${"x".repeat(5_000)}`;

const suggest = async (about: "place" | "search", text: string) => {
  const path = `/api/${about}-suggestions?${new URLSearchParams({ text })}`;
  return (await (await callsSeenBy({}).request(path)).json()).suggestions;
};

test("of a text of any length the beginning is looked up", async () => {
  const [first] = await suggest("place", atLength("calgary"));
  expect(first).toMatchObject({ placeId: "calgary-ab" });
});

test.each([
  ["/api", { lat: 45.5, lon: -73.57 }, "Montréal, QC"],
  ["/fr/api", { lat: 45.5, lon: -73.57 }, "Montréal (Québec)"],
  ["/api", { lat: 48.86, lon: 2.35 }, null],
])("%s names the town of %j: %s", async (api, body, formatted) => {
  const response = await post(`${api}/nearest-place`, body);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ formatted });
});

test.each([{}, { lat: 91, lon: 0 }, { lat: "45", lon: 0 }])(
  "names no town for %j",
  async (body) => {
    expect((await post("/api/nearest-place", body)).status).toBe(422);
  },
);

const post = (path: string, body: unknown) =>
  callsSeenBy({ locale: path.startsWith("/fr") ? "fr" : "en" }).request(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

describe("suggested searches", () => {
  beforeAll(async () => {
    const { id: sellerId } = await storePerson("Camille Seller", { role: "seller" });
    const store = (model: string, city: string) =>
      storeListing({ sellerId, make: "Honda", model, city, provinceCode: "ON" });
    await store("Civic", "Toronto");
    await store("Civic", "Toronto");
    await store("CR-V", "Hamilton");
    await storeListing({ sellerId, make: "Hyundai", model: "Kona", state: "sold" });
  });

  const civic = {
    kind: "model",
    label: "Honda Civic",
    count: 2,
    filters: { make: ["Honda"], model: ["Honda_Civic"] },
  };

  test.each<[string, string[]]>([
    ["ho", ["Honda 3", "Honda Civic 2", "Honda CR-V 1"]],
    ["civ", ["Honda Civic 2"]],
    ["honda c", ["Honda Civic 2", "Honda CR-V 1"]],
    ["crv", ["Honda CR-V 1"]],
    ["hunda civc", ["Honda Civic 2"]],
    ["ham", ["Hamilton, ON 1"]],
    // No car of this model is for sale any more.
    ["kona", []],
    ["c", []],
    ["spaceship", []],
  ])("for %j are %j", async (text, expected) => {
    const query = new URLSearchParams({ text });
    const response = await callsSeenBy({}).request(`/api/search-suggestions?${query}`);
    const { suggestions } = await response.json();
    const shown = suggestions.map((each: typeof civic) => `${each.label} ${each.count}`);
    expect(shown).toEqual(expected);
    if (text === "civ") expect(suggestions).toEqual([civic]);
  });

  test("are those for the beginning of a text of any length", async () => {
    expect(await suggest("search", atLength("civ"))).toEqual([civic]);
  });
});

type Look = (from: ReturnType<typeof callsSeenBy>) => Response | Promise<Response>;

const LOOKS = {
  places: (from) => from.request("/api/place-suggestions?text="),
  nearest: (from) =>
    from.request("/api/nearest-place", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ lat: 45.5, lon: -73.57 }),
    }),
  searches: (from) => from.request("/api/search-suggestions?text="),
} satisfies Record<string, Look>;

test.each<[what: string, looks: readonly Look[], ipAddress: string]>([
  [
    "places, by their names and by positions together,",
    [LOOKS.places, LOOKS.nearest],
    "192.0.2.77",
  ],
  ["searches", [LOOKS.searches], "198.51.100.77"],
])("looking up %s is limited by address", async (_what, views, ipAddress) => {
  const from = callsSeenBy({ ipAddress });
  for (let count = 0; count < 600; count += 1) {
    const response = await views[count % views.length]?.(from);
    if (count > 590) expect(response?.status).toBe(200);
  }
  for (const load of views) {
    const response = await load(from);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await load(callsSeenBy({ ipAddress: "203.0.113.77" }))).status).toBe(200);
  }
});
