export const ENVELOPE_VERSION = 1;

/** Which field of which row a sealed value belongs to. It opens nowhere else. */
export type SealedContext = { table: string; column: string; recordId: string };

export type Envelope = {
  keyId: string;
  /** The record's data key, wrapped. Empty once the record was shredded. */
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
  const parts = [role, context.table, context.column, context.recordId].flatMap((part) => {
    const bytes = Buffer.from(part, "utf8");
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    return [length, bytes];
  });
  return Buffer.concat([Buffer.from([ENVELOPE_VERSION]), ...parts]);
}
