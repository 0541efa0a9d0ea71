import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type { RunFault } from "./backup-run.ts";

type Word = (words: { detail: string }, options: { locale: Locale }) => string;

const WORDS: Record<RunFault, Word> = {
  key: m.system_fault_key,
  bucket_address: (_, options) => m.system_fault_bucket_address({}, options),
  folder: m.system_fault_folder,
  disk_full: (_, options) => m.system_fault_disk_full({}, options),
  others_keys: m.system_fault_others_keys,
  store_refused: m.system_fault_store_refused,
  no_database: m.system_fault_no_database,
  no_rights: m.system_fault_no_rights,
  not_empty: m.system_fault_not_empty,
  unreadable: (_, options) => m.system_fault_unreadable({}, options),
  differs: m.system_fault_differs,
  audit_broken: (_, options) => m.system_fault_audit_broken({}, options),
  sealed_shut: m.system_fault_sealed_shut,
  interrupted: (_, options) => m.system_fault_interrupted({}, options),
  unknown: m.system_fault_unknown,
};

/** What went wrong and what to do about it, for an administrator or the operator of the site. */
export function describeRunFault(
  { fault, faultDetail }: { fault: RunFault | null; faultDetail: string | null },
  locale: Locale,
): string {
  return WORDS[fault ?? "unknown"]({ detail: faultDetail ?? "" }, { locale }).trim();
}
