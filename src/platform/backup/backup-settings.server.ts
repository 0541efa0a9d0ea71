import { dirname, join, resolve } from "node:path";
import type { Env } from "#platform/env/env.server.ts";
import { parseS3Url, type S3Settings } from "#platform/storage/s3-storage.server.ts";

export type BackupSettings = {
  mode: "daily" | "manual" | "off";
  /**
   * The folder of the backups. If there is a bucket, they are written here first and then moved to
   * it.
   */
  folder: string;
  bucket: S3Settings | null;
};

type Settings = Pick<Env, "BACKUPS" | "BACKUP_DIR" | "BACKUP_S3_URL" | "DATA_DIR" | "DEMO">;

/**
 * The default folder is beside DATA_DIR, so that emptying or copying DATA_DIR does not affect
 * backups. In the demo it is inside DATA_DIR, because the demo stores everything in its own folder.
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

/** The location for messages: a folder, or the bucket's address, which contains no secret. */
export function describeLocation({ folder, bucket }: BackupSettings): string {
  return bucket ? bucket.bucketUrl : folder;
}
