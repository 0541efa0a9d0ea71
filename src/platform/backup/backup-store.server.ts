import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AwsClient } from "aws4fetch";
import type { S3Settings } from "#platform/storage/s3-storage.server.ts";
import type { BackupSettings } from "./backup-settings.server.ts";
import { findRecordKeysFile } from "./catalogue.server.ts";
import { isLeftOver } from "./backup-retention.ts";

/** Where the site's own backups lie, each with a name of its own, and the newest records' keys. */
export interface BackupStore {
  /** Takes a backup that was written into the folder under its name, and the records' keys beside it. */
  take(file: string, name: string): Promise<void>;
  /** The names of all that lie there, with what lies beside them. */
  list(): Promise<string[]>;
  /** Nothing to delete is no fault. */
  delete(name: string): Promise<void>;
}

/** The store refused. Its answer may name keys: the status says enough. */
export class StoreRefused extends Error {
  override name = "StoreRefused";
}

export function openBackupStore({ folder, bucket }: BackupSettings): BackupStore {
  return bucket ? bucketStore(bucket) : folderStore(folder);
}

/** A folder that nobody else on this machine reads. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Of a run that was killed: whoever runs has the lock, and nobody else writes such names.
  for (const name of await readdir(folder)) {
    if (isLeftOver(name)) await rm(join(folder, name), { force: true });
  }
}

function folderStore(folder: string): BackupStore {
  return {
    // It was written where it lies.
    take: (file, name) => rename(file, join(folder, name)),
    list: () => readdir(folder),
    delete: (name) => rm(join(folder, name), { force: true }),
  };
}

/** Of one PUT. A site that outgrows it needs a database whose provider backs it up. */
const MOST_BYTES = 5 * 1024 * 1024 * 1024;
/** 5 GB at 2 MB a second, and some air. */
const UPLOAD_TIMEOUT_MS = 60 * 60_000;
const CALL_TIMEOUT_MS = 30_000;

/** A bucket of any store that speaks S3, signed with AWS Signature Version 4. */
function bucketStore({ bucketUrl, ...credentials }: S3Settings): BackupStore {
  const client = new AwsClient({ ...credentials, service: "s3", retries: 1 });
  const call = async (path: string, init: RequestInit, timeoutMs = CALL_TIMEOUT_MS) => {
    const response = await client.fetch(`${bucketUrl}${path}`, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new StoreRefused(String(response.status));
  };
  const upload = async (file: string, name: string) => {
    const { size } = await stat(file);
    if (size > MOST_BYTES) throw new StoreRefused("5 GB");
    const path = `/${name}`;
    const headers = {
      "content-type": "application/octet-stream",
      // Signed with it: the store refuses what did not arrive as it was written.
      "x-amz-content-sha256": await hashFile(file),
    };
    const response = await call(
      path,
      { method: "PUT", body: await openAsBlob(file), headers },
      UPLOAD_TIMEOUT_MS,
    );
    await response.body?.cancel();
    const stored = await call(path, { method: "HEAD" });
    if (Number(stored.headers.get("content-length")) !== size) throw new StoreRefused("size");
  };
  return {
    async take(file, name) {
      const keysFile = findRecordKeysFile(file);
      // Before the backup: newer keys open what is older, not the other way round.
      await upload(keysFile, basename(keysFile));
      await upload(file, name);
      await rm(file, { force: true });
    },
    async list() {
      const response = await call("?list-type=2&prefix=site-", { method: "GET" });
      const text = await response.text();
      return [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, name = ""]) => name);
    },
    async delete(name) {
      const response = await call(`/${name}`, { method: "DELETE" });
      await response.body?.cancel();
    },
  };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
