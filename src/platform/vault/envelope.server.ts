import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";

const ENVELOPE_VERSION = 1;
/** A value whose data key lies apart from it (record-vault.server.ts): version (1 byte) | content. */
export const RECORD_VERSION = 2;
/** The same, bound to its holder as well. */
export const OWNED_RECORD_VERSION = 3;

/** Which field of which row a sealed value belongs to. It opens nowhere else. */
export type SealedContext = {
  table: string;
  column: string;
  recordId: string;
  /** Whose it is, where it may change hands. It opens for nobody else. */
  owner?: string;
};

type Envelope = {
  keyId: string;
  /** The record's data key, wrapped. */
  wrappedKey: Buffer;
  content: Buffer;
};

/**
 * version (1 byte) | length of key id (1) | key id | length of wrapped key (2) | wrapped key |
 * content. The version comes first, so that a later form can be told from this one.
 */
export function writeEnvelope({ keyId, wrappedKey, content }: Envelope): Buffer {
  const id = Buffer.from(keyId, "utf8");
  const wrappedLength = Buffer.alloc(2);
  wrappedLength.writeUInt16BE(wrappedKey.length);
  const head = Buffer.from([ENVELOPE_VERSION, id.length]);
  return Buffer.concat([head, id, wrappedLength, wrappedKey, content]);
}

export function readEnvelope(bytes: Buffer): Envelope | "malformed" | "unknown_version" {
  if (bytes.length < 4) return "malformed";
  if (bytes[0] !== ENVELOPE_VERSION) return "unknown_version";
  const idEnd = 2 + (bytes[1] ?? 0);
  if (bytes.length < idEnd + 2) return "malformed";
  const keyEnd = idEnd + 2 + bytes.readUInt16BE(idEnd);
  if (bytes.length < keyEnd) return "malformed";
  return {
    keyId: bytes.toString("utf8", 2, idEnd),
    wrappedKey: bytes.subarray(idEnd + 2, keyEnd),
    content: bytes.subarray(keyEnd),
  };
}

/**
 * The associated data of both encryptions. Each part follows its length, so that no two contexts
 * write the same bytes; `role` keeps a wrapped key from passing for content.
 */
export function bindTo(role: "data key" | "content", context: SealedContext): Buffer {
  const { table, column, recordId } = context;
  return writeParts(ENVELOPE_VERSION, [role, table, column, recordId]);
}

/** The associated data of OWNED_RECORD_VERSION: none of the other versions opens as this one. */
export function bindToOwner(context: SealedContext, owner: string): Buffer {
  const { table, column, recordId } = context;
  return writeParts(OWNED_RECORD_VERSION, ["content", table, column, recordId, owner]);
}

function writeParts(version: number, texts: readonly string[]): Buffer {
  const parts = texts.flatMap((part) => {
    const bytes = Buffer.from(part, "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat([Buffer.from([version]), ...parts]);
}

/** AES-256-GCM with a random 96-bit nonce and the full 128-bit tag (NIST SP 800-38D). */
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Nonce, tag, ciphertext. `boundTo` is authenticated and not stored: opening needs it again. */
export function encrypt(key: Buffer, plain: Buffer, boundTo: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  // Node takes ten times as long to make a key of bytes by itself.
  const secret = createSecretKey(key);
  const options = { authTagLength: TAG_BYTES };
  const cipher = createCipheriv(CIPHER, secret, nonce, options).setAAD(boundTo);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** `undefined` where the bytes, the key or `boundTo` differ from what was encrypted. */
export function decrypt(key: Buffer, bytes: Buffer, boundTo: Buffer): Buffer | undefined {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const secret = createSecretKey(key);
  const decipher = createDecipheriv(CIPHER, secret, nonce, { authTagLength: TAG_BYTES })
    .setAAD(boundTo)
    .setAuthTag(tag);
  try {
    const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(sealed), decipher.final()]);
  } catch {
    return undefined;
  }
}

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
