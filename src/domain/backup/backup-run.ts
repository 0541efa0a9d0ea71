/**
 * `asked`: somebody pressed the button, and it begins in a moment. `proved`: made, restored into an
 * empty database and compared. `unproved`: made, but the proof could not be run, or found a
 * difference.
 */
export const RUN_STATES = ["asked", "running", "proved", "unproved", "failed"] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What went wrong; each has a text for administrators (messages, system.json). */
export const RUN_FAULTS = [
  "key",
  "bucket_address",
  "folder",
  "disk_full",
  "others_keys",
  "store_refused",
  "no_database",
  "no_rights",
  "not_empty",
  "unreadable",
  "differs",
  "audit_broken",
  "sealed_shut",
  "interrupted",
  "unknown",
] as const;
export type RunFault = (typeof RUN_FAULTS)[number];

/** The states of a backup that was made, proved or not. */
export const MADE: readonly RunState[] = ["proved", "unproved"];
