import { qrCodewords, qrVersionFor } from "./qr-codewords.ts";

/** Dark modules of a QR code, row by row; without the quiet zone of four modules around it. */
type QrCode = { size: number; isDark(row: number, column: number): boolean };

type Grid = { size: number; dark: Uint8Array; isFixed: Uint8Array };

/** Level M (ISO/IEC 18004 table 12) and the mask below, as the format information says them. */
const LEVEL_M = 0;

/**
 * A text as a QR code: byte mode, level M, of at most 666 bytes (version 20).
 * ISO/IEC 18004:2015. Every mask can be read; the one with the fewest long runs is taken.
 */
export function qrCode(text: string): QrCode {
  const bytes = new TextEncoder().encode(text);
  const version = qrVersionFor(bytes.length);
  const size = version * 4 + 17;
  const plain = { size, dark: new Uint8Array(size * size), isFixed: new Uint8Array(size * size) };
  drawFixedPatterns(plain, version);
  placeCodewords(plain, qrCodewords(bytes, version));
  const masked = MASKS.map((_, mask) => withMask(plain, mask));
  const best = masked.reduce((one, other) => (scoreRuns(other) < scoreRuns(one) ? other : one));
  return { size, isDark: (row, column) => best.dark[row * size + column] === 1 };
}

function set(grid: Grid, row: number, column: number, isDark: boolean): void {
  grid.dark[row * grid.size + column] = isDark ? 1 : 0;
  grid.isFixed[row * grid.size + column] = 1;
}

/** §6.3: finders, timing, alignment; format and version areas are kept free (§7.9, §7.10). */
function drawFixedPatterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let at = 0; at < size; at += 1) {
    set(grid, 6, at, at % 2 === 0);
    set(grid, at, 6, at % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    drawSquares(grid, row, column, 4, (ring) => ring !== 2 && ring !== 4);
  }
  const centres = alignmentCentres(version);
  const last = centres.at(-1);
  for (const row of centres) {
    for (const column of centres) {
      const isFinder =
        (row === 6 && (column === 6 || column === last)) || (row === last && column === 6);
      if (!isFinder) drawSquares(grid, row, column, 2, (ring) => ring !== 1);
    }
  }
  drawFormat(grid, 0);
  if (version >= 7) drawVersion(grid, version);
}

function drawSquares(
  grid: Grid,
  row: number,
  column: number,
  radius: number,
  isDark: (ring: number) => boolean,
): void {
  for (let down = -radius; down <= radius; down += 1) {
    for (let right = -radius; right <= radius; right += 1) {
      const [y, x] = [row + down, column + right];
      if (y < 0 || x < 0 || y >= grid.size || x >= grid.size) continue;
      set(grid, y, x, isDark(Math.max(Math.abs(down), Math.abs(right))));
    }
  }
}

/** Annex E, as a formula: even steps from the far edge, the rest at the near one. */
function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const size = version * 4 + 17;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  const far = Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step);
  return [6, ...far.toReversed()];
}

/** §7.9: level and mask with their BCH code, twice. */
function drawFormat(grid: Grid, mask: number): void {
  const { size } = grid;
  const value = (LEVEL_M << 3) | mask;
  let rest = value;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((value << 10) | rest) ^ 0x5412;
  const bit = (index: number) => ((bits >>> index) & 1) === 1;
  for (let index = 0; index < 6; index += 1) set(grid, index, 8, bit(index));
  set(grid, 7, 8, bit(6));
  set(grid, 8, 8, bit(7));
  set(grid, 8, 7, bit(8));
  for (let index = 9; index < 15; index += 1) set(grid, 8, 14 - index, bit(index));
  for (let index = 0; index < 8; index += 1) set(grid, 8, size - 1 - index, bit(index));
  for (let index = 8; index < 15; index += 1) set(grid, size - 15 + index, 8, bit(index));
  set(grid, size - 8, 8, true);
}

/** §7.10: the version with its BCH code, twice. */
function drawVersion(grid: Grid, version: number): void {
  let rest = version;
  for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((bits >>> index) & 1) === 1;
    const near = Math.floor(index / 3);
    const far = grid.size - 11 + (index % 3);
    set(grid, near, far, isDark);
    set(grid, far, near, isDark);
  }
}

/** §7.7.3: two columns at a time from the right, up and down by turns, around what is fixed. */
function placeCodewords(grid: Grid, codewords: Uint8Array): void {
  const { size } = grid;
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The vertical timing pattern has a column to itself.
    if (right === 6) right = 5;
    for (let step = 0; step < size; step += 1) {
      const isUpward = ((right + 1) & 2) === 0;
      const row = isUpward ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        const at = row * size + column;
        if (grid.isFixed[at] === 1) continue;
        const byte = codewords[bit >>> 3] ?? 0;
        grid.dark[at] = (byte >>> (7 - (bit & 7))) & 1;
        bit += 1;
      }
    }
  }
}

/** §7.8.2, table 10: which modules each mask turns over. */
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

function withMask(plain: Grid, mask: number): Grid {
  const { size, isFixed } = plain;
  const turns = MASKS[mask];
  const dark = plain.dark.map((value, at) =>
    isFixed[at] === 0 && turns?.(Math.floor(at / size), at % size) ? 1 - value : value,
  );
  const masked = { size, dark, isFixed: isFixed.slice() };
  drawFormat(masked, mask);
  return masked;
}

/** §7.8.3, the first of its penalties: lines of five and more modules of one colour. */
function scoreRuns({ size, dark }: Grid): number {
  let penalty = 0;
  for (let line = 0; line < size; line += 1) {
    for (const at of [(step: number) => line * size + step, (step: number) => step * size + line]) {
      let length = 1;
      for (let step = 1; step <= size; step += 1) {
        if (step < size && dark[at(step)] === dark[at(step - 1)]) length += 1;
        else {
          if (length >= 5) penalty += length - 2;
          length = 1;
        }
      }
    }
  }
  return penalty;
}
