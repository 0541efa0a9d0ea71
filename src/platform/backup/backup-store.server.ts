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

/**
 * Where the automatic backups are stored, each under its own name, with the newest file of record
 * keys.
 */
export interface BackupStore {
  /**
   * Stores a backup that was written into the folder, under its name, with the record keys beside
   * it.
   */
  take(file: string, name: string): Promise<void>;
  /** The names of all backups, and of the other files beside them. */
  list(): Promise<string[]>;
  /** Does nothing if there is no such file. */
  delete(name: string): Promise<void>;
}

/** The store refused a request. Its response may name keys, so only the status is reported. */
export class StoreRefused extends Error {
  override name = "StoreRefused";
}

export function openBackupStore({ folder, bucket }: BackupSettings): BackupStore {
  return bucket ? bucketStore(bucket) : folderStore(folder);
}

/** Creates the folder with access for its owner only, and removes what a killed run left there. */
export async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Left by a run that was killed. The current run holds the lock, so nobody else is writing files
  // with such names.
  for (const name of await readdir(folder)) {
    if (isLeftOver(name)) await rm(join(folder, name), { force: true });
  }
}

function folderStore(folder: string): BackupStore {
  return {
    // The file is in its folder already.
    take: (file, name) => rename(file, join(folder, name)),
    list: () => readdir(folder),
    delete: (name) => rm(join(folder, name), { force: true }),
  };
}

/** The largest size of one PUT. A larger site needs a database whose provider backs it up. */
const MOST_BYTES = 5 * 1024 * 1024 * 1024;
/** 5 GB at 2 MB a second, with some reserve. */
const UPLOAD_TIMEOUT_MS = 60 * 60_000;
const CALL_TIMEOUT_MS = 30_000;

/** A bucket of any S3-compatible store; requests are signed with AWS Signature Version 4. */
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
      // The signed hash of the content: the store refuses a file that was changed on the way.
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
      // Before the backup: newer keys open an older backup, but older keys may not open a newer
      // one.
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
