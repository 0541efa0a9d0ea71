/** A person reads it out on the phone, so it has no I, O, Q, Z, 0 or 1. */
const ALPHABET = "ABCDEFGHJKLMNPRSTUVWXY23456789";
const LENGTH = 8;

/**
 * The largest multiple of the alphabet's length that fits in a byte: bytes above it would favour
 * some letters.
 */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

/**
 * `randomBytes` must return at least one byte per call; it is called until eight usable bytes came.
 */
export function referenceFrom(randomBytes: (count: number) => Uint8Array): string {
  let reference = "";
  while (reference.length < LENGTH) {
    for (const byte of randomBytes(LENGTH - reference.length)) {
      if (byte < FAIR_BYTES) reference += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return reference.slice(0, LENGTH);
}

/** A new reference: one of 656 billion, from the platform's cryptographic randomness. */
export function newReference(): string {
  return referenceFrom((count) => crypto.getRandomValues(new Uint8Array(count)));
}

const REFERENCE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

export function isReference(value: unknown): value is string {
  return typeof value === "string" && REFERENCE.test(value);
}

/** Reads a reference as a person types it ("abcd-efgh"); null if it is not a valid one. */
export function readReference(text: string): string | null {
  const reference = text.replace(/[\s-]+/g, "").toUpperCase();
  return isReference(reference) ? reference : null;
}
