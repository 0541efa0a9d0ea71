/*
 * The content of a backup, before it is compressed: a sequence of frames. Each frame has a kind, a
 * length in bytes and that many bytes. First comes a header, then for each table its rows as COPY
 * writes them and their number, then the uploaded files one by one, then the end.
 */
import { z } from "zod";

/** A migration as drizzle stores it: the hash of its SQL, and its time, which gives the order. */
const migration = z.object({ hash: z.string(), createdAt: z.number() });
export type AppliedMigration = z.infer<typeof migration>;

const name = z.object({ schema: z.string(), name: z.string() });

export const backupHeader = z.object({
  madeAt: z.iso.datetime(),
  /** The version of the schema: the migrations that were applied when the backup was made. */
  migrations: z.array(migration).min(1),
  /** In the order in which they can be filled: no row has a foreign key to a later table. */
  tables: z.array(name.extend({ columns: z.array(z.string()) })),
  /** `lastValue` is text because a bigint may not fit into a number. */
  sequences: z.array(name.extend({ lastValue: z.string(), isCalled: z.boolean() })),
});
export type BackupHeader = z.infer<typeof backupHeader>;

const KINDS = ["header", "rows", "table end", "upload", "end"] as const;
export type Frame = { kind: (typeof KINDS)[number]; bytes: Buffer };

const HEAD_BYTES = 5;

export function writeFrame({ kind, bytes }: Frame): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(KINDS.indexOf(kind), 0);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

export async function* readFrames(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let parts: Buffer[] = [];
  let length = 0;
  let needed = HEAD_BYTES;
  for await (const part of stream) {
    parts.push(part);
    length += part.length;
    if (length < needed) continue;
    let rest = Buffer.concat(parts);
    for (;;) {
      needed = rest.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + rest.readUInt32BE(1);
      if (rest.length < needed) break;
      const kind = KINDS[rest.readUInt8(0)];
      if (!kind) throw new Error("A backup holds a frame of an unknown kind.");
      yield { kind, bytes: rest.subarray(HEAD_BYTES, needed) };
      rest = rest.subarray(needed);
    }
    parts = [rest];
    length = rest.length;
  }
  if (length > 0) throw new Error("A backup ends within a frame.");
}

const uploadHead = z.object({ key: z.string(), contentType: z.string() });
type Upload = z.infer<typeof uploadHead> & { bytes: Uint8Array };

/** A file as one frame: its metadata as JSON, a zero byte, its bytes. Uploads are 10 MB at most. */
export function writeUpload({ bytes, ...head }: Upload): Buffer {
  const parts = [Buffer.from(JSON.stringify(head)), Buffer.of(0), bytes];
  return writeFrame({ kind: "upload", bytes: Buffer.concat(parts) });
}

export function readUpload({ bytes }: Frame): Upload {
  const end = bytes.indexOf(0);
  const head = uploadHead.parse(JSON.parse(bytes.toString("utf8", 0, end)));
  return { ...head, bytes: bytes.subarray(end + 1) };
}
