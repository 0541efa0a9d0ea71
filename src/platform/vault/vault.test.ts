import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SealedContext } from "./envelope.server.ts";
import { localKeyWrapper } from "./key-wrapper.server.ts";
import { createVault, isSameSealing } from "./vault.server.ts";
import { createVaultKeys, rotateVaultKeys } from "./key-file.server.ts";

const context: SealedContext = {
  table: "submission",
  column: "sealed_answers",
  recordId: "0193f6c2-7c1e-7000-8000-000000000001",
};
const sin = "130692544";
const keys = createVaultKeys();
const vault = createVault(localKeyWrapper(keys));

describe("sealing", () => {
  test("opens to the same text, whatever it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 600 }), async (plaintext) => {
        const sealed = await vault.seal(plaintext, context);
        expect(await vault.open(sealed, context)).toEqual({ ok: true, plaintext });
      }),
      { numRuns: 60 },
    );
  });

  test("shows nothing of the text, begins with the version, and never looks the same twice", async () => {
    const [first, second] = await Promise.all([vault.seal(sin, context), vault.seal(sin, context)]);
    expect(first.includes(sin)).toBe(false);
    expect(first[0]).toBe(1);
    expect(first.equals(second)).toBe(false);
  });

  test.each([
    ["an empty answer and a SIN", "", sin],
    ["a date and a long licence number", "1990-02-28", "A".repeat(252)],
    ["two drafts of about the same size", "x".repeat(1_000), "x".repeat(1_020)],
  ])("%s have the same length", async (_name, one, other) => {
    const [a, b] = await Promise.all([vault.seal(one, context), vault.seal(other, context)]);
    expect(a.length).toBe(b.length);
  });
});

describe("opening fails", () => {
  test("after any change of any one byte", async () => {
    const sealed = await vault.seal(sin, context);
    for (let index = 0; index < sealed.length; index += 1) {
      const altered = Buffer.from(sealed);
      altered.writeUInt8(altered.readUInt8(index) ^ (1 << (index % 8)), index);
      const result = await vault.open(altered, context);
      expect(result.ok, `byte ${index}`).toBe(false);
    }
  });

  test("after any cut, and with anything added", async () => {
    const sealed = await vault.seal(sin, context);
    for (let length = 0; length < sealed.length; length += 1) {
      expect((await vault.open(sealed.subarray(0, length), context)).ok, `${length}`).toBe(false);
    }
    const longer = Buffer.concat([sealed, Buffer.from([0])]);
    expect(await vault.open(longer, context)).toEqual({ ok: false, code: "tampered" });
  });

  test.each<[string, Partial<SealedContext>]>([
    ["another row", { recordId: "0193f6c2-7c1e-7000-8000-000000000002" }],
    ["another column", { column: "sealed_answer" }],
    ["another table", { table: "draft" }],
    ["a shifted border", { table: "submissions", column: "ealed_answers" }],
  ])("in %s", async (_name, change) => {
    const sealed = await vault.seal(sin, context);
    const elsewhere = { ...context, ...change };
    expect(await vault.open(sealed, elsewhere)).toEqual({ ok: false, code: "tampered" });
    expect(await vault.rewrap(sealed, elsewhere)).toEqual({ ok: false, code: "tampered" });
  });

  test("with the keys of another installation", async () => {
    const other = createVault(localKeyWrapper(createVaultKeys()));
    const sealed = await vault.seal(sin, context);
    expect(await other.open(sealed, context)).toEqual({ ok: false, code: "unknown_key" });
  });

  test("for a version that does not exist yet", async () => {
    const sealed = await vault.seal(sin, context);
    sealed.writeUInt8(2, 0);
    expect(await vault.open(sealed, context)).toEqual({ ok: false, code: "unknown_version" });
  });
});

describe("rotation", () => {
  const rotated = rotateVaultKeys(keys);
  const rotatedVault = createVault(localKeyWrapper(rotated));

  test("what the old key wrapped still opens", async () => {
    const sealed = await vault.seal(sin, context);
    expect(await rotatedVault.open(sealed, context)).toEqual({ ok: true, plaintext: sin });
  });

  test("re-wrapping leaves the content alone and ends the need for the old key", async () => {
    const sealed = await vault.seal(sin, context);
    expect(await rotatedVault.needsRewrap(sealed)).toBe(true);
    const result = await rotatedVault.rewrap(sealed, context);
    if (!result.ok) throw new Error(result.code);
    expect(await rotatedVault.needsRewrap(result.bytes)).toBe(false);
    // Nonce, tag and one block: the content at the end.
    const contentBytes = 12 + 16 + 256;
    expect(result.bytes.subarray(-contentBytes).equals(sealed.subarray(-contentBytes))).toBe(true);

    expect(isSameSealing(result.bytes, sealed)).toBe(true);
    expect(isSameSealing(await vault.seal(sin, context), sealed)).toBe(false);

    const { active, macSecret } = rotated;
    const newOnly = localKeyWrapper({ active, macSecret, byId: new Map([[active.id, active]]) });
    expect(await createVault(newOnly).open(result.bytes, context)).toEqual({
      ok: true,
      plaintext: sin,
    });
    expect(await createVault(newOnly).open(sealed, context)).toEqual({
      ok: false,
      code: "unknown_key",
    });
  });
});
