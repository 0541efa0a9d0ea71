import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from "node:crypto";

const ENVELOPE_VERSION = 1;
/**
 * A value whose data key is stored separately (record-vault.server.ts): version (1 byte) | content.
 */
export const RECORD_VERSION = 2;
/** The same, also bound to its owner. */
export const OWNED_RECORD_VERSION = 3;

/**
 * The table, column and row that a sealed value belongs to. It cannot be opened in another place.
 */
export type SealedContext = {
  table: string;
  column: string;
  recordId: string;
  /** The owner, if it may change. The value cannot be opened for anybody else. */
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
 * content. The version comes first, so that a later format can be distinguished.
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
 * The associated data of both encryptions. Each part has its length in front, so that no two
 * contexts give the same bytes. `role` prevents a wrapped key from being accepted as content.
 */
export function bindTo(role: "data key" | "content", context: SealedContext): Buffer {
  const { table, column, recordId } = context;
  return writeParts(ENVELOPE_VERSION, [role, table, column, recordId]);
}

/**
 * The associated data of OWNED_RECORD_VERSION. A value of another version cannot be opened as this
 * one.
 */
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

/**
 * Returns nonce, tag and ciphertext. `boundTo` is authenticated but not stored: decrypting needs it
 * again.
 */
export function encrypt(key: Buffer, plain: Buffer, boundTo: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  // Without this, Node makes the key from the bytes itself, which takes ten times as long.
  const secret = createSecretKey(key);
  const options = { authTagLength: TAG_BYTES };
  const cipher = createCipheriv(CIPHER, secret, nonce, options).setAAD(boundTo);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** `undefined` if the bytes, the key or `boundTo` differ from those of the encryption. */
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
 * Pads to whole blocks, so that the length of a ciphertext does not reveal whether it is a SIN or a
 * date, or whether an answer is empty. The true length is stored in front.
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
