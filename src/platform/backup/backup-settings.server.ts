import { dirname, join, resolve } from "node:path";
import type { Env } from "#platform/env/env.server.ts";
import { parseS3Url, type S3Settings } from "#platform/storage/s3-storage.server.ts";

export type BackupSettings = {
  mode: "daily" | "manual" | "off";
  /** Where backups lie; where they go into a bucket, they are written here and lie there. */
  folder: string;
  bucket: S3Settings | null;
};

type Settings = Pick<Env, "BACKUPS" | "BACKUP_DIR" | "BACKUP_S3_URL" | "DATA_DIR" | "DEMO">;

/**
 * Beside DATA_DIR, so that whoever empties or copies that leaves them alone. The demo's data is its
 * own folder's, all of it.
 */
export function readBackupSettings(env: Settings): BackupSettings {
  const data = resolve(env.DATA_DIR);
  const bucket = env.BACKUP_S3_URL === undefined ? null : parseS3Url(env.BACKUP_S3_URL);
  return {
    mode: env.BACKUPS ?? (env.DEMO ? "manual" : "daily"),
    folder: resolve(env.BACKUP_DIR ?? join(env.DEMO ? data : dirname(data), "backups")),
    bucket: bucket?.ok ? bucket.settings : null,
  };
}

/** For people: a folder, or a bucket's address, which holds no secret. */
export function describeLocation({ folder, bucket }: BackupSettings): string {
  return bucket ? bucket.bucketUrl : folder;
}
