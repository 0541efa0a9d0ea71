/*
 * The encryption of a backup file: a preface, then chunks of AES-256-GCM. A chunk's nonce is its
 * number and whether it is the last (STREAM of Hoang, Reyhanitabar, Rogaway and Vizár, 2015). So
 * decryption fails if a chunk was changed, moved, repeated or left out, or if the file was cut at
 * any byte.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

/**
 * The key that opens the file: a separate one (`own`), or the secret of the site's key file
 * (`site`).
 */
export type BackupKey = { kind: "own" | "site"; secret: Buffer };

/** Why a file is not a complete backup, as one sentence for the operator who restores it. */
export class UnreadableBackup extends Error {}

const MAGIC = Buffer.from("site backup 1\n");
const KINDS = ["own", "site"] as const;
const SALT_BYTES = 32;
const PREFACE_BYTES = MAGIC.length + 1 + SALT_BYTES;
const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;

/** A key file's text: 32 bytes in base64. */
export function readBackupKey(text: string): Buffer | undefined {
  const secret = Buffer.from(text.trim(), "base64");
  return secret.length === 32 && secret.toString("base64") === text.trim() ? secret : undefined;
}

function chunkKey(secret: Buffer, salt: Buffer): Buffer {
  // A key for this file only, so that two files never share a nonce under one key.
  return Buffer.from(hkdfSync("sha256", secret, salt, "backup file", 32));
}

function chunkNonce(number: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce.writeUInt8(last ? 1 : 0, 11);
  return nonce;
}

export async function* sealStream(
  plain: AsyncIterable<Buffer>,
  { kind, secret }: BackupKey,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const preface = Buffer.concat([MAGIC, Buffer.from([KINDS.indexOf(kind)]), salt]);
  yield preface;
  const key = chunkKey(secret, salt);
  let number = 0;
  const seal = (chunk: Buffer, last: boolean) => {
    const cipher = createCipheriv("aes-256-gcm", key, chunkNonce(number, last));
    cipher.setAAD(preface);
    number += 1;
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  let pending = Buffer.alloc(0);
  for await (const part of plain) {
    pending = Buffer.concat([pending, part]);
    // The last chunk is marked as such, so a full chunk waits until more data follows.
    while (pending.length > CHUNK_BYTES) {
      yield seal(pending.subarray(0, CHUNK_BYTES), false);
      pending = pending.subarray(CHUNK_BYTES);
    }
  }
  yield seal(pending, true);
}

/**
 * Decrypts what `sealStream` wrote. Every chunk that it yields is authentic; that nothing is
 * missing is known only when it ends without an error. `findKey` is called with the kind of key in
 * the preface.
 */
export async function* openStream(
  sealed: AsyncIterable<Buffer>,
  findKey: (kind: BackupKey["kind"]) => Promise<Buffer>,
): AsyncGenerator<Buffer> {
  let pending = Buffer.alloc(0);
  let opened: { key: Buffer; preface: Buffer } | undefined;
  let number = 0;
  const open = (chunk: Buffer, last: boolean) => {
    if (!opened || chunk.length < TAG_BYTES) throw new UnreadableBackup(CUT);
    const decipher = createDecipheriv("aes-256-gcm", opened.key, chunkNonce(number, last), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(opened.preface);
    decipher.setAuthTag(chunk.subarray(-TAG_BYTES));
    try {
      const plain = decipher.update(chunk.subarray(0, -TAG_BYTES));
      decipher.final();
      number += 1;
      return plain;
    } catch {
      throw new UnreadableBackup(number === 0 ? WRONG_KEY : CHANGED);
    }
  };
  for await (const part of sealed) {
    pending = Buffer.concat([pending, part]);
    if (!opened) {
      if (pending.length < PREFACE_BYTES) continue;
      const preface = Buffer.from(pending.subarray(0, PREFACE_BYTES));
      const kind = KINDS[preface.readUInt8(MAGIC.length)];
      if (!preface.subarray(0, MAGIC.length).equals(MAGIC) || !kind) {
        throw new UnreadableBackup(NO_BACKUP);
      }
      const salt = preface.subarray(-SALT_BYTES);
      opened = { key: chunkKey(await findKey(kind), salt), preface };
      pending = pending.subarray(PREFACE_BYTES);
    }
    while (pending.length > CHUNK_BYTES + TAG_BYTES) {
      yield open(pending.subarray(0, CHUNK_BYTES + TAG_BYTES), false);
      pending = pending.subarray(CHUNK_BYTES + TAG_BYTES);
    }
  }
  if (!opened) throw new UnreadableBackup(NO_BACKUP);
  yield open(pending, true);
}

const NO_BACKUP = "The file is no backup that this version can read.";
const WRONG_KEY = "The key does not open the file, or its beginning was changed or cut off.";
const CHANGED = "The file was changed or cut off after it was written.";
const CUT = "The file was cut off.";
