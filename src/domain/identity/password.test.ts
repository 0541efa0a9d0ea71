import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, test, vi } from "vitest";
import common from "./common-passwords.json" with { type: "json" };
import { verifyPassword } from "better-auth/crypto";
import { hashPassword, judgeByItself } from "./password.server.ts";

const owner = { hasSecondFactor: false, email: "amara@example.com", name: "Amara Okafor" };
const judge = (password: string, hasSecondFactor = false) =>
  judgeByItself(password, { ...owner, hasSecondFactor })?.code ?? null;

test("a password alone has 15 characters or more, beside a second factor 8", () => {
  expect(judge("kV7#pQ2zRw4!tX")).toBe("password_short");
  expect(judge("kV7#pQ2zRw4!tX9")).toBeNull();
  expect(judge("kV7#pQ2", true)).toBe("password_short");
  expect(judge("kV7#pQ2z", true)).toBeNull();
});

test.each([
  ["letters only", "lanternbicyclerivermoss"],
  ["digits only", "907315486220951"],
  ["blanks and accents", "été à Percé sous la pluie"],
  ["other alphabets", "лодка фонарь велосипед"],
  ["64 characters", "kV7#pQ2zRw4!tX9b".repeat(3) + "lantern bicycle."],
  ["256 characters", Array.from({ length: 64 }, (_, index) => `${index}kz!`.slice(-4)).join("")],
])("no rule asks for kinds of characters: %s will do", (_what, password) => {
  expect(judge(password)).toBeNull();
});

test("the list knows more than the 3,000 commonest of its length", () => {
  expect(Buffer.from(common.prefixes, "base64").length / 4).toBeGreaterThan(11_000);
  for (const password of ["password", "12345678", "baseball", "trustno1", "iloveyou", "sunshine"]) {
    expect([password, judge(password, true)]).toEqual([password, "password_common"]);
  }
});

test("a password is compared exactly as it was typed", async () => {
  const password = " Maple canoe é thunder 9 ";
  const hash = await hashPassword(password);
  expect(await verifyPassword({ hash, password })).toBe(true);
  for (const other of [
    password.trim(),
    password.toLowerCase(),
    password.slice(0, -2),
    `${password}x`,
  ]) {
    expect(await verifyPassword({ hash, password: other }), other).toBe(false);
  }
});

test("what is stored is a slow, salted hash: scrypt with 16 MB", async () => {
  const [one, two] = [await hashPassword("maple-canoe"), await hashPassword("maple-canoe")];
  expect(one).not.toBe(two);
  // 16 bytes of salt, 64 of key.
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  const requested = vi.spyOn(crypto, "scrypt");
  syncBuiltinESMExports();
  await hashPassword("maple-canoe");
  await verifyPassword({ hash: one, password: "maple-canoe" });
  const cost = { N: 16_384, r: 16, p: 1 };
  expect(requested.mock.calls.map(([, , length, options]) => [length, options])).toEqual([
    [64, expect.objectContaining(cost)],
    [64, expect.objectContaining(cost)],
  ]);
  requested.mockRestore();
  syncBuiltinESMExports();
});
