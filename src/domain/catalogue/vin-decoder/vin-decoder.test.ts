import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { createVinDecoder, type VinDecoder } from "./vin-decoder.server.ts";
import { prepareVpic } from "./prepare-vpic.server.ts";
import { createVinThread } from "./vin-thread.server.ts";

let folder: string;
let file: string;
let decoder: VinDecoder;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vin-"));
  file = await prepareVpic(folder);
  decoder = createVinDecoder({ folder });
  expect(await decoder.prepared).toBe(true);
});
afterAll(async () => {
  await decoder.close();
  await rm(folder, { recursive: true });
});

// oxfmt-ignore
test.each([
  ["2HKRW2H20NH207506", { year: 2022, make: "Honda", model: "CR-V", trim: "LX", body: "suv", fuel: "gasoline", engineLitres: 1.5, cylinders: 4, doors: 5, plant: "Alliston" }],
  ["2HGFE4F86SH011469", { year: 2025, make: "Honda", model: "Civic", trim: expect.stringContaining("Sport Hybrid"), body: "sedan", fuel: "hybrid" }],
  ["2T3B1RFV0SC582226", { year: 2025, make: "Toyota", model: "RAV4", body: "suv", plant: "Cambridge" }],
  ["2C4RC1L70PR614477", { year: 2023, make: "Chrysler", model: "Pacifica", body: "minivan", fuel: "plug_in_hybrid", plant: "Windsor" }],
  ["1FTFW1E59NKD69096", { year: 2022, make: "Ford", model: "F-150", body: "truck", engineLitres: 5 }],
  ["KM8K2CAB4PU001140", { year: 2023, make: "Hyundai", model: "Kona", trim: "SE" }],
  ["2GKFLTEK4H6343592", { year: 2017, make: "GMC", model: "Terrain", trim: expect.stringContaining("SLE") }],
  ["1HGCM82633A004352", { year: 2003, make: "Honda", model: "Accord", body: "coupe", doors: 2 }],
  ["5GZCZ43D13S812715", { year: 2003, make: "Saturn", model: "Vue" }],
])("%s is decoded", async (vin, details) => {
  const decoding = await decoder.decode(vin);
  expect(decoding).toMatchObject({ state: "decoded", checkDigitIsValid: true, ...details });
  // The data is not reliable for either, so neither may prefill anything.
  expect(decoding).not.toHaveProperty("transmission");
  expect(decoding).not.toHaveProperty("drive");
});

test("a model that no pattern names stays blank", async () => {
  const decoding = await decoder.decode("JTDBBRBE6LJ007243");
  expect(decoding).toMatchObject({ state: "decoded", year: 2020, make: "Toyota", fuel: "hybrid" });
  expect(decoding).not.toHaveProperty("model");
});

test("make and year are known where nothing else is", async () => {
  expect(await decoder.decode("JN1BJ1AW5PW109661")).toEqual({
    state: "unknown",
    year: 2023,
    make: "Nissan",
    checkDigitIsValid: true,
  });
});

// oxfmt-ignore
test.each([
  ["1HGCM82633A123456", { state: "decoded", make: "Honda", model: "Accord" }],
  ["SGZCZ43D13S812715", { state: "unknown" }],
  ["WP0ZZZ99ZTS392124", { state: "decoded", year: 1996, make: "Porsche", model: "911" }],
])("%s is decoded with a warning: the check digit blocks nobody", async (vin, expected) => {
  expect(await decoder.decode(vin)).toMatchObject({ ...expected, checkDigitIsValid: false });
});

test("a well-formed VIN of nobody is unknown", async () => {
  const nobody = { state: "unknown", checkDigitIsValid: true };
  expect(await decoder.decode("11111111111111111")).toEqual(nobody);
});

test("case and spaces do not matter", async () => {
  expect(await decoder.decode(" 2hkrw2h20 nh207506 ")).toMatchObject({ model: "CR-V" });
});

/** As an attacker would type them: none is decoded, and none causes an error. */
// oxfmt-ignore
test.each([
  ["", "empty"], ["\u0000", "length"], ["1HGCM82633A00435", "length"],
  ["1HGCM82633A0043521", "length"], ["IHGCM82633A004352", "characters"],
  ["1HGCM82633A00435O", "characters"], ["1HGCM82633A00435Q", "characters"],
  ["1HGCM82633-A004352", "length"], ["1HGCM8263-A004352", "characters"],
  ["1HGCM82633É004352", "characters"], ["１HGCM82633A004352", "characters"],
  ["1HGCM82633A00435\u0000", "characters"], ["' OR 1=1;--ABCDEF", "length"],
  ["%' UNION SELECT 1", "length"], ["<script>alert</script>", "length"],
  ["../../etc/passwd/", "characters"], ["1".repeat(100_000), "length"],
])("the hostile VIN %$ is refused", async (vin, code) => {
  expect(await decoder.decode(vin)).toEqual({ state: "refused", code });
});

// oxfmt-ignore
test.each([
  "ZZZZZZZZZZZZZZZZZ", "00000000000000000", "AAAAAAAAAAAAAAAAA", "99999999999999999", "1G9********000001",
  "1HG[^A]2633A00435", "1HGCM826_3A%04352",
])("%s decodes to nothing and fails nothing", async (vin) => {
  expect((await decoder.decode(vin)).state).toMatch(/^(unknown|refused)$/);
});

test("whoever asks before it is ready is told so", { timeout: 120_000 }, async () => {
  const empty = await mkdtemp(join(tmpdir(), "vin-"));
  const young = createVinDecoder({ folder: empty });
  expect(await young.decode("2HKRW2H20NH207506")).toEqual({ state: "not_ready" });
  expect(await young.decode("nonsense")).toEqual({ state: "refused", code: "length" });
  expect(await young.prepared).toBe(true);
  expect(await young.decode("2HKRW2H20NH207506")).toMatchObject({ state: "decoded" });
  await young.close();
  await rm(empty, { recursive: true });
});

test("a stopped preparation leaves no database behind", async () => {
  const empty = await mkdtemp(join(tmpdir(), "vin-"));
  const stopped = createVinDecoder({ folder: empty });
  await stopped.close();
  expect(await stopped.prepared).toBe(false);
  expect((await readdir(empty)).filter((name) => name.endsWith(".db"))).toEqual([]);
  await rm(empty, { recursive: true });
});

test("a rush beyond what may wait is told to fill in the form", async () => {
  const vins = Array.from({ length: 80 }, (_, at) => `2HKRW2H20NH2${String(at).padStart(5, "0")}`);
  const states = (await Promise.all(vins.map((vin) => decoder.decode(vin)))).map((d) => d.state);
  expect(states.filter((state) => state === "decoded")).toHaveLength(50);
  expect(states.filter((state) => state === "not_ready")).toHaveLength(30);
});

describe("the thread", () => {
  test("is started anew after it died", async () => {
    const broken = createVinThread({ databaseFile: `${file}.none`, timeoutMs: 5_000 });
    expect(await broken.decode("2HKRW2H20NH207506")).toBeNull();
    expect(await broken.decode("2HKRW2H20NH207506")).toBeNull();
    await broken.stop();

    const thread = createVinThread({ databaseFile: file, timeoutMs: 5_000 });
    const decoding = thread.decode("2HKRW2H20NH207506");
    await thread.stop();
    expect(await decoding).toBeNull();
    expect(await thread.decode("2HKRW2H20NH207506")).toMatchObject({ model: "CR-V" });
    await thread.stop();
  });

  test("gives nobody the late answer about another VIN", async () => {
    const thread = createVinThread({ databaseFile: file, timeoutMs: 5_000 });
    await thread.decode("2HKRW2H20NH207506");
    const late = thread.decode("2HKRW2H20NH207506");
    // Blocks this thread until the answer has arrived but is not read.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    void thread.stop();
    const next = thread.decode("1FTFW1E59NKD69096");
    expect(await late).toBeNull();
    expect(await next).toMatchObject({ make: "Ford", model: "F-150" });
    await thread.stop();
  });

  test("has its time for the VIN, not for its own start", async () => {
    const thread = createVinThread({ databaseFile: file, timeoutMs: 200 });
    const decoding = thread.decode("2HKRW2H20NH207506");
    // Blocks this thread while the other one starts, for longer than a VIN may take.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
    expect(await decoding).toMatchObject({ model: "CR-V" });
    await thread.stop();
  });

  test("is given up after its time", async () => {
    const thread = createVinThread({ databaseFile: file, timeoutMs: 1 });
    expect(await thread.decode("2HKRW2H20NH207506")).toBeNull();
    await thread.stop();
  });
});

describe("the database", () => {
  test("is made once", async () => {
    const names = await readdir(folder);
    expect(await prepareVpic(folder)).toBe(file);
    expect(await readdir(folder)).toEqual(names);
  });

  test.each([
    ["cut off", (path: string) => truncate(path, 40_000_000)],
    ["something else", (path: string) => writeFile(path, "not a database")],
  ])("is made anew where it is %s, and what lay beside it goes", async (_what, spoil) => {
    const own = await mkdtemp(join(tmpdir(), "vin-"));
    // Copied, because making one takes a second of processor time.
    const made = join(own, basename(file));
    await copyFile(file, made);
    await spoil(made);
    await writeFile(join(own, "vpic-1.0.0-1.db"), "an older version");
    await writeFile(`${made}.partial`, "half of one");
    expect(await prepareVpic(own)).toBe(made);
    expect(existsSync(made)).toBe(true);
    expect(await readdir(own)).toHaveLength(1);
    await rm(own, { recursive: true });
  });

  test("ends once it has had nothing to do for a while, and starts anew", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const ended = vi.spyOn(Worker.prototype, "terminate");
    onTestFinished(() => ended.mockRestore());
    const thread = createVinThread({ databaseFile: file, timeoutMs: 5_000 });
    await thread.decode("2HKRW2H20NH207506");
    vi.advanceTimersByTime(59_000);
    await thread.decode("1FTFW1E59NKD69096");
    vi.advanceTimersByTime(59_000);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1_000);
    expect(ended).toHaveBeenCalledOnce();
    expect(await thread.decode("2HKRW2H20NH207506")).toMatchObject({ model: "CR-V" });
    await thread.stop();
  });
});
