import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  loadOrCreateKeyFile,
  replaceKeyFile,
  rotateVaultKeys,
  writeVaultKeys,
  createVaultKeys,
} from "./key-file.server.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "vault-"));
});
afterAll(() => rm(folder, { recursive: true }));

const development = { production: false };

describe("the first start", () => {
  test("makes a file that only its owner can read, and the next start reads the same keys", async () => {
    const path = join(folder, "new", "keys.json");
    const first = await loadOrCreateKeyFile(path, development);
    const second = await loadOrCreateKeyFile(path, { production: true });
    expect(first).toMatchObject({ ok: true, created: true });
    expect(second).toMatchObject({ ok: true, created: false });
    expect(first.ok && second.ok && second.keys).toEqual(first.ok && first.keys);
    if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, "new"))).toEqual(["keys.json"]);
  });

  test("of many at once ends with one set of keys", async () => {
    const path = join(folder, "raced.json");
    const results = await Promise.all(
      Array.from({ length: 10 }, () => loadOrCreateKeyFile(path, development)),
    );
    const ids = results.map((result) => result.ok && result.keys.active.id);
    expect(new Set(ids).size).toBe(1);
    expect(results.filter((result) => result.ok && result.created)).toHaveLength(1);
  });

  test("in production makes none", async () => {
    const path = join(folder, "absent.json");
    const result = await loadOrCreateKeyFile(path, { production: true });
    expect(result).toMatchObject({ ok: false, code: "missing" });
    await expect(stat(path)).rejects.toThrow("ENOENT");
  });
});

describe("what is refused", () => {
  test("a file inside the data folder, also through a link", async () => {
    const dataFolder = join(folder, "data");
    await mkdir(dataFolder);
    await symlink(dataFolder, join(folder, "elsewhere"));
    for (const path of [join(dataFolder, "keys.json"), join(folder, "elsewhere", "keys.json")]) {
      const result = await loadOrCreateKeyFile(path, { production: false, dataFolder });
      expect(result).toMatchObject({ ok: false, code: "inside_data_folder" });
    }
    const beside = join(folder, "data-keys.json");
    expect(await loadOrCreateKeyFile(beside, { production: false, dataFolder })).toMatchObject({
      ok: true,
    });
  });

  test.skipIf(process.platform === "win32").each([0o644, 0o604, 0o660])(
    "a file open to others (%o)",
    async (mode) => {
      const path = join(folder, `open-${mode}.json`);
      await writeFile(path, writeVaultKeys(createVaultKeys()));
      await chmod(path, mode);
      const result = await loadOrCreateKeyFile(path, development);
      expect(result).toMatchObject({ ok: false, code: "open_to_others" });
    },
  );

  const whole = JSON.parse(writeVaultKeys(createVaultKeys()));
  test.each([
    ["empty", ""],
    ["not JSON", "keys"],
    ["null", "null"],
    ["of another version", JSON.stringify({ ...whole, version: 2 })],
    ["without the active key", JSON.stringify({ ...whole, activeKeyId: "0123456789abcdef" })],
    ["with a short key", JSON.stringify({ ...whole, macSecret: "c2hvcnQ=" })],
    ["with keys of another form", JSON.stringify({ ...whole, keys: [null] })],
  ])("a file that is %s, which is left as it is", async (name, content) => {
    const path = join(folder, `${name}.json`);
    await writeFile(path, content, { mode: 0o600 });
    const result = await loadOrCreateKeyFile(path, development);
    expect(result).toMatchObject({ ok: false, code: "unreadable" });
    expect(await readFile(path, "utf8")).toBe(content);
  });

  // Only the superuser can try as somebody else; everybody else may read their own files only.
  test.skipIf(process.getuid?.() !== 0)(
    "a file of another account: as whom it was tried, whose it is, and what to do",
    async () => {
      const path = join(folder, "of-root.json");
      await writeFile(path, writeVaultKeys(createVaultKeys()), { mode: 0o600 });
      await chmod(folder, 0o711);
      process.seteuid?.(65_534);
      try {
        const result = await loadOrCreateKeyFile(path, development);
        expect(result).toMatchObject({
          ok: false,
          code: "not_permitted",
          detail: expect.stringMatching(
            /cannot be read as \w+: it belongs to account 0 with mode 600/,
          ),
          remedy: expect.stringMatching(/^chown \w+ \//),
        });
      } finally {
        process.seteuid?.(0);
      }
    },
  );

  test("a folder in the file's place", async () => {
    expect(await loadOrCreateKeyFile(folder, development)).toMatchObject({ ok: false });
  });
});

test("a rotation replaces the file and keeps the older key", async () => {
  const path = join(folder, "rotated.json");
  const before = await loadOrCreateKeyFile(path, development);
  if (!before.ok) throw new Error(before.code);
  await replaceKeyFile(path, rotateVaultKeys(before.keys));
  const after = await loadOrCreateKeyFile(path, { production: true });
  if (!after.ok) throw new Error(after.code);
  expect(after.keys.active.id).not.toBe(before.keys.active.id);
  expect(after.keys.byId.get(before.keys.active.id)).toEqual(before.keys.active);
  expect(after.keys.macSecret).toEqual(before.keys.macSecret);
});

test.skipIf(process.platform === "win32")(
  "a rotation leaves the file to everybody who could read it, also through a link",
  async () => {
    const path = join(folder, "shared.json");
    const link = join(folder, "link.json");
    const before = await loadOrCreateKeyFile(path, development);
    if (!before.ok) throw new Error(before.code);
    await chmod(path, 0o640);
    await symlink(path, link);
    await replaceKeyFile(link, rotateVaultKeys(before.keys));
    expect((await stat(path)).mode & 0o777).toBe(0o640);
    const after = await loadOrCreateKeyFile(path, { production: true });
    expect(after.ok && after.keys.active.id).not.toBe(before.keys.active.id);
  },
);
