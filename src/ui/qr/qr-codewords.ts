/** ISO/IEC 18004 table 9, level M, versions 1 to 20: error correction bytes a block, and blocks. */
const CORRECTION_BYTES = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const BYTE_MODE = 0b0100;
/** §7.4.10: the padding between what is said and the end. */
const PADDING = [0xec, 0x11];

/** Bits of the length in byte mode (table 3). */
const lengthBits = (version: number) => (version < 10 ? 8 : 16);

/** All bytes that the modules of a version hold (table 1), reckoned from its fixed patterns. */
function capacityBytes(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const count = Math.floor(version / 7) + 2;
    modules -= (25 * count - 10) * count - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

function findShape(version: number) {
  const correctionBytes = CORRECTION_BYTES[version - 1] ?? 0;
  const blocks = BLOCKS[version - 1] ?? 0;
  const totalBytes = capacityBytes(version);
  return { correctionBytes, blocks, totalBytes, dataBytes: totalBytes - correctionBytes * blocks };
}

/** The smallest version that holds so many bytes. Longer texts than 666 bytes are a bug. */
export function qrVersionFor(lengthBytes: number): number {
  const version = BLOCKS.findIndex((_, index) => {
    const needed = 4 + lengthBits(index + 1) + lengthBytes * 8;
    return needed <= findShape(index + 1).dataBytes * 8;
  });
  if (version < 0) throw new Error("The text is too long for a QR code.");
  return version + 1;
}

/** Data and error correction, block by block and interleaved, as they are placed (§7.6). */
export function qrCodewords(bytes: Uint8Array, version: number): Uint8Array {
  const { blocks, correctionBytes, totalBytes, dataBytes } = findShape(version);
  const data = dataWithPadding(bytes, version, dataBytes);
  const shortLength = Math.floor(dataBytes / blocks);
  const longBlocks = dataBytes % blocks;
  const generator = buildGenerator(correctionBytes);
  let start = 0;
  const parts = Array.from({ length: blocks }, (_, index) => {
    const length = shortLength + (index >= blocks - longBlocks ? 1 : 0);
    const block = data.subarray(start, start + length);
    start += length;
    return { block, correction: computeRemainder(block, generator) };
  });
  const placed: number[] = [];
  for (let at = 0; at <= shortLength; at += 1) {
    for (const { block } of parts) if (at < block.length) placed.push(block[at] ?? 0);
  }
  for (let at = 0; at < correctionBytes; at += 1) {
    for (const { correction } of parts) placed.push(correction[at] ?? 0);
  }
  if (placed.length !== totalBytes) throw new Error("A QR code does not fill its version.");
  return Uint8Array.from(placed);
}

function dataWithPadding(bytes: Uint8Array, version: number, dataBytes: number): Uint8Array {
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(BYTE_MODE, 4);
  push(bytes.length, lengthBits(version));
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, dataBytes * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  const data = new Uint8Array(dataBytes);
  const used = bits.length / 8;
  for (const [at, bit] of bits.entries()) data[at >>> 3] = ((data[at >>> 3] ?? 0) << 1) | bit;
  for (let at = used; at < dataBytes; at += 1) data[at] = PADDING[(at - used) % 2] ?? 0;
  return data;
}

/** Multiplication in GF(2^8) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((other >>> bit) & 1) * one;
  }
  return product;
}

/** Annex A: the Reed-Solomon generator polynomial of a degree, without its leading 1. */
function buildGenerator(degree: number): Uint8Array {
  const generator = new Uint8Array(degree);
  generator[degree - 1] = 1;
  let root = 1;
  for (let step = 0; step < degree; step += 1) {
    for (let at = 0; at < degree; at += 1) {
      generator[at] = multiply(generator[at] ?? 0, root) ^ (generator[at + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return generator;
}

function computeRemainder(block: Uint8Array, generator: Uint8Array): Uint8Array {
  const remainder = new Uint8Array(generator.length);
  for (const byte of block) {
    const factor = byte ^ (remainder[0] ?? 0);
    remainder.copyWithin(0, 1);
    remainder[remainder.length - 1] = 0;
    for (const [at, term] of generator.entries()) {
      remainder[at] = (remainder[at] ?? 0) ^ multiply(term, factor);
    }
  }
  return remainder;
}
