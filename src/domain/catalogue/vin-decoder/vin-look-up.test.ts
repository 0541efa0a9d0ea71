import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { decodeVin, startVinDecoder, stopVinDecoder } from "./vin-decoder.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { callsSeenBy } from "#api/calls.fixture.ts";
import type { VinFills } from "./vin-fills.ts";
import { handleVinLookUp, lookUpVin } from "./vin-look-up.server.ts";

const CR_V = "2HKRW2H20NH207506";
const fills: VinFills = {
  year: "manufactureYear",
  make: "make",
  model: "model",
  trim: "trim",
  body: "carType",
  fuel: "fuelType",
  engineCc: "engineCapacity",
};

useTestDatabase();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vin-"));
  expect(await decodeVin(CR_V)).toEqual({ state: "not_ready" });
  await startVinDecoder({ folder }).prepared;
}, 180_000);
afterAll(async () => {
  await stopVinDecoder();
  await rm(folder, { recursive: true });
});

function siteSeenBy(visitor: Partial<Visitor>) {
  const site = callsSeenBy(visitor);
  return (body: BodyInit, path = "/api/vin") => site.request(path, { method: "POST", body });
}

describe("the call", () => {
  const ask = siteSeenBy({ ipAddress: "192.0.2.11" });

  test.each(["/api/vin", "/fr/api/vin"])(
    "%s says which car it is, for nobody to keep",
    async (path) => {
      const response = await ask(new URLSearchParams({ vin: CR_V }), path);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toMatchObject({
        state: "decoded",
        make: "Honda",
        model: "CR-V",
      });
    },
  );

  test.each([
    ["", "empty"],
    ["1HGCM82633A00435O", "characters"],
    ["'; DROP TABLE Wmi--", "length"],
  ])("refuses %j", async (vin, code) => {
    const response = await ask(new URLSearchParams({ vin }));
    expect(await response.json()).toEqual({ state: "refused", code });
  });

  test.each([
    ["no form", "{}", 415],
    ["a form cut off", new Blob(["--x\r\n"], { type: "multipart/form-data; boundary=x" }), 400],
    ["a form without a VIN", new URLSearchParams({ van: CR_V }), 422],
  ])("does not take %s for an empty VIN", async (_what, body, status) => {
    expect((await ask(body)).status).toBe(status);
  });

  test("is limited by address", async () => {
    const askMuch = siteSeenBy({ ipAddress: "192.0.2.12" });
    for (let count = 0; count < 120; count += 1) await askMuch(new URLSearchParams({ vin: "x" }));
    const response = await askMuch(new URLSearchParams({ vin: CR_V }));
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toEqual({ state: "too_many" });
  });
});

describe("the button without JavaScript", () => {
  const lookUp = (fields: Record<string, string>) =>
    handleVinLookUp(rawFields(fields), { fills, ipAddress: "192.0.2.13" });

  test("fills in what is blank and leaves what was typed", async () => {
    const typed = { vin: CR_V, make: "", model: " ", trim: "Black Edition", description: "Mine" };
    const lookup = await lookUp(typed);
    expect(lookup.result).toMatchObject({ state: "decoded" });
    expect(Object.fromEntries(lookup.typed)).toEqual({
      vin: [CR_V],
      manufactureYear: ["2022"],
      make: ["Honda"],
      model: ["CR-V"],
      trim: ["Black Edition"],
      carType: ["suv"],
      fuelType: ["gasoline"],
      engineCapacity: ["1500"],
      description: ["Mine"],
    });
  });

  test("fills in year and make where no more is known", async () => {
    const { typed, result } = await lookUp({ vin: "JN1BJ1AW5PW109661" });
    expect(result.state).toBe("unknown");
    expect(Object.fromEntries(typed)).toMatchObject({
      manufactureYear: ["2023"],
      make: ["Nissan"],
    });
    expect(typed.has("model")).toBe(false);
  });

  test("is told when to come back after too many", async () => {
    const ipAddress = "192.0.2.99";
    for (let each = 0; each < 120; each += 1) await lookUpVin("", { ipAddress });
    expect(await handleVinLookUp(rawFields({ vin: CR_V }), { fills, ipAddress })).toMatchObject({
      result: { state: "too_many" },
      init: { status: 429, headers: { "retry-after": expect.stringMatching(/^\d+$/u) } },
    });
  });

  test.each(["", "nonsense", "11111111111111111"])("leaves all as it is for %j", async (vin) => {
    const { typed } = await lookUp({ vin, make: "" });
    expect(Object.fromEntries(typed)).toEqual({ vin: [vin], make: [""] });
  });
});
