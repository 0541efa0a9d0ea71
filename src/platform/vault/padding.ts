const BLOCK_BYTES = 256;
const LENGTH_BYTES = 4;

/**
 * Fills up to whole blocks, so that a ciphertext's length tells neither a SIN from a date nor an
 * empty answer from a given one. The true length stands in front.
 */
export function pad(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  const blocks = Math.ceil((LENGTH_BYTES + bytes.length) / BLOCK_BYTES);
  const padded = Buffer.alloc(blocks * BLOCK_BYTES);
  padded.writeUInt32BE(bytes.length);
  bytes.copy(padded, LENGTH_BYTES);
  return padded;
}

export function unpad(padded: Buffer): string {
  const lengthBytes = padded.readUInt32BE();
  return padded.toString("utf8", LENGTH_BYTES, LENGTH_BYTES + lengthBytes);
}
