import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { qrCode } from "./qr-code.ts";

const makeText = (length: number) => "otpauth://totp/x?s=".padEnd(length, "AbC29").slice(0, length);

function drawRows(text: string): string[] {
  const { size, isDark } = qrCode(text);
  const steps = Array.from({ length: size }, (_, at) => at);
  return steps.map((row) => steps.map((column) => (isDark(row, column) ? "#" : ".")).join(""));
}

describe("a QR code", () => {
  // Each was compared, module by module, with what npm's qrcode 1.5.4 draws for the same mask.
  test.each([
    [10, 21, "0c0c1896415286f9257d1a186d25a08f5b730c8f123034ba682b7b16745b92cd"],
    [130, 49, "a6e90f6560bf724c92a469a53d6384831d16a4c73ec3f9b7e1ad7c42fa7fb7d2"],
    [400, 77, "54a03ce674d036484a79e55dc9955e4c759f0dbcf9699fc7a1e3d8d83cfbbc38"],
    [666, 97, "59c9d91d288d6fe9c3df3f5b12c18ae402cb9031a73a9f9a12b4eb74ca2ab040"],
  ])("of %i bytes is drawn as another encoder draws it", (length, size, sha256) => {
    const rows = drawRows(makeText(length));
    expect(rows).toHaveLength(size);
    expect(createHash("sha256").update(rows.join("\n")).digest("hex")).toBe(sha256);
  });

  test("has its three finders and no fourth", () => {
    const rows = drawRows("otpauth://totp/x");
    const corner = (row: number, column: number) =>
      rows.slice(row, row + 7).map((line) => line.slice(column, column + 7));
    const finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
    const far = rows.length - 7;
    expect([corner(0, 0), corner(0, far), corner(far, 0)]).toEqual([finder, finder, finder]);
    expect(corner(far, far)).not.toEqual(finder);
  });

  test("takes no more than its largest version holds", () => {
    expect(() => qrCode(makeText(667))).toThrow("too long");
  });
});
