import { execFile } from "node:child_process";
import type { IncomingMessage, RequestListener } from "node:http";
import { promisify } from "node:util";
import { afterEach, describe, expect, test } from "vitest";
import { startHttpPeer } from "#platform/outgoing/http-peer.fixture.ts";
import { gazetteerGeocoder } from "./geocoder.server.ts";
import { geoapifyGeocoder } from "./geoapify.server.ts";

const KEY = "s3cret-geoapify-key";

const calgary = {
  formatted: "Calgary, AB, Canada",
  lat: 51.0456,
  lon: -114.0575,
  place_id: "51f0c1",
  city: "Calgary",
  state: "Alberta",
  state_code: "AB",
  country_code: "ca",
  result_type: "city",
};

const peers: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(peers.splice(0).map((peer) => peer.close()));
});

/** A geocoder that calls a stand-in for Geoapify, which responds as the test says. */
async function geocoderAsking(onRequest: RequestListener, timeoutMs = 2_000) {
  const peer = await startHttpPeer(onRequest);
  peers.push(peer);
  const { baseUrl } = peer;
  return geoapifyGeocoder({ key: KEY, baseUrl, timeoutMs, fallback: gazetteerGeocoder() });
}

function respondingWith(features: readonly object[]): RequestListener {
  const body = { type: "FeatureCollection", features };
  return (_request, response) => response.end(JSON.stringify(body));
}

function feature(properties: object) {
  return { type: "Feature", properties, geometry: { type: "Point", coordinates: [] } };
}

const english = { locale: "en", limit: 5 } as const;

describe("what it asks", () => {
  test("Canada only, in the person's language, with the key", async () => {
    const requests: IncomingMessage[] = [];
    const geocoder = await geocoderAsking((request, response) => {
      requests.push(request);
      respondingWith([])(request, response);
    });
    await geocoder.suggest(" Montréal & Laval ", { locale: "fr", limit: 99 });
    const url = new URL(requests[0]?.url ?? "", "http://geoapify.test");
    expect(requests[0]?.method).toBe("GET");
    expect(url.pathname).toBe("/v1/geocode/autocomplete");
    expect(Object.fromEntries(url.searchParams)).toEqual({
      text: "Montréal & Laval",
      filter: "countrycode:ca",
      lang: "fr",
      limit: "20",
      apiKey: KEY,
    });
  });

  test("no more than 200 letters, whatever is typed", async () => {
    const requested: (string | null)[] = [];
    const geocoder = await geocoderAsking((request, response) => {
      requested.push(new URL(request.url ?? "", "http://geoapify.test").searchParams.get("text"));
      respondingWith([])(request, response);
    });
    await geocoder.suggest("x".repeat(5_000), english);
    expect(requested).toEqual(["x".repeat(200)]);
  });

  test("nothing for one letter", async () => {
    let requestCount = 0;
    const geocoder = await geocoderAsking((_request, response) => {
      requestCount += 1;
      response.end();
    });
    expect((await geocoder.suggest("m", english)).source).toBe("gazetteer");
    expect(requestCount).toBe(0);
  });
});

describe("what it answers", () => {
  test("the place with its province and city", async () => {
    const geocoder = await geocoderAsking(respondingWith([feature(calgary)]));
    expect(await geocoder.suggest("calg", english)).toEqual({
      ok: true,
      source: "geoapify",
      places: [
        {
          formatted: "Calgary, AB, Canada",
          lat: 51.0456,
          lon: -114.0575,
          placeId: "51f0c1",
          provinceCode: "AB",
          city: "Calgary",
        },
      ],
    });
  });

  test("places outside Canada and unreadable features are left out", async () => {
    const { country_code: _country, ...unnamed } = calgary;
    const { state_code: _code, state: _state, city: _city, ...bare } = unnamed;
    const geocoder = await geocoderAsking(
      respondingWith([
        feature({ ...calgary, formatted: "Buffalo, NY", country_code: "us", state_code: "NY" }),
        feature({ ...unnamed, formatted: "Seattle, WA", state_code: "WA" }),
        feature({ ...bare, formatted: "Miami", lat: 25.8, lon: -80.2 }),
        feature({ ...calgary, lat: "51" }),
        feature({ ...calgary, formatted: "" }),
        { type: "Feature" },
        feature({ ...unnamed, formatted: "Iqaluit", state_code: null, state: "Nunavut" }),
        feature({ ...bare, formatted: "Moose Factory" }),
        feature(calgary),
      ]),
    );
    const { places, source } = await geocoder.suggest("somewhere", english);
    expect(source).toBe("geoapify");
    expect(
      places.map((location) => [location.formatted, location.provinceCode, location.city]),
    ).toEqual([
      ["Iqaluit", "NU", "Calgary"],
      ["Moose Factory", null, null],
      ["Calgary, AB, Canada", "AB", "Calgary"],
    ]);
  });

  test("no more places than asked for, and none where there is none", async () => {
    const full = await geocoderAsking(
      respondingWith(Array.from({ length: 9 }, () => feature(calgary))),
    );
    expect((await full.suggest("calgary", { locale: "en", limit: 2 })).places).toHaveLength(2);
    const empty = await geocoderAsking(respondingWith([]));
    expect(await empty.suggest("calgary", english)).toMatchObject({
      source: "geoapify",
      places: [],
    });
  });
});

describe("the gazetteer answers instead", () => {
  const elsewhere = "http://127.0.0.1:1/stolen";
  const faults: [string, RequestListener][] = [
    ["a bad key", (_, response) => response.writeHead(401).end(`{"message":"Invalid ${KEY}"}`)],
    ["no quota left", (_, response) => response.writeHead(429).end()],
    ["an error of theirs", (_, response) => response.writeHead(503).end("<html>")],
    ["a redirect", (_, response) => response.writeHead(302, { location: elsewhere }).end()],
    ["silence", () => {}],
    [
      "an answer that never ends",
      (_, response) => {
        response.write('{"features":[');
      },
    ],
    [
      "an answer cut short",
      (_, response) => {
        response.writeHead(200, { "content-length": "5000" });
        response.write('{"features":[', () => response.destroy());
      },
    ],
    ["text that is no JSON", (_, response) => response.end("<html>hello</html>")],
    ["JSON of another shape", (_, response) => response.end('{"features":"none"}')],
    ["features of another shape", respondingWith([feature({ name: "Calgary" })])],
    ["a flood", (_, response) => response.end(" ".repeat(1_000_000))],
  ];

  test.each(faults)("after %s", async (_fault, onRequest) => {
    const geocoder = await geocoderAsking(onRequest, 300);
    const suggestions = await geocoder.suggest("calgary", english);
    expect(suggestions.source).toBe("gazetteer");
    expect(suggestions.places[0]?.formatted).toBe("Calgary, AB");
    expect(JSON.stringify(suggestions)).not.toContain(KEY);
  });

  test("when nobody listens", async () => {
    const peer = await startHttpPeer(() => {});
    await peer.close();
    const { baseUrl } = peer;
    const geocoder = geoapifyGeocoder({ key: KEY, baseUrl, fallback: gazetteerGeocoder() });
    expect((await geocoder.suggest("calgary", english)).source).toBe("gazetteer");
  });
});

test("neither answer nor log holds the key", async () => {
  const peer = await startHttpPeer((_, response) => response.writeHead(401).end(KEY));
  peers.push(peer);
  // The log writes to the standard output, so a separate process is run to read all of it.
  const script = `
    import { gazetteerGeocoder } from "./src/platform/geocoder/geocoder.server.ts";
    import { geoapifyGeocoder } from "./src/platform/geocoder/geoapify.server.ts";
    const fallback = gazetteerGeocoder();
    for (const baseUrl of ["${peer.baseUrl}", "http://127.0.0.1:1"]) {
      const geocoder = geoapifyGeocoder({ key: "${KEY}", baseUrl, fallback });
      console.log(await geocoder.suggest("calgary", { locale: "en", limit: 1 }));
    }`;
  const flags = ["--input-type=module", "--eval", script];
  const env = { ...process.env, LOG_LEVEL: "trace" };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, flags, { env });
  expect(stdout).toContain("bad_key");
  expect(stdout).toContain("unreachable");
  expect(stdout).toContain("Calgary, AB");
  expect(stdout + stderr).not.toContain(KEY);
});
