import { type SQL, sql } from "drizzle-orm";
import { vi } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import type { AuditHead } from "./audit.ts";
import { recordAudit } from "./record-audit.server.ts";
import { findAuditHead } from "./verify-audit.server.ts";

/**
 * Gives the tests of the calling file a database and keys, and functions that act as the owner of
 * both.
 */
export function useAuditRecord() {
  const { asOwner } = useTestDatabase();
  useTestVault();
  /**
   * Changes records as a person with every right in the database could, with the trigger disabled.
   */
  async function tamper(change: SQL): Promise<void> {
    await asOwner(async (transaction) => {
      await transaction.execute(sql`alter table audit_record disable trigger all`);
      await transaction.execute(change);
      await transaction.execute(sql`alter table audit_record enable trigger all`);
    });
  }
  return { asOwner, tamper, clear: () => tamper(sql`truncate audit_record`) };
}

export const staff = { kind: "staff", accountId: "u1" } as const;

export function record(id: string) {
  return db().transaction((transaction) =>
    recordAudit(transaction, {
      by: staff,
      action: "lead_viewed",
      on: { kind: "lead", id },
      ipAddress: "192.0.2.77",
    }),
  );
}

export async function noteHead(): Promise<AuditHead> {
  const head = await findAuditHead(db());
  if (!head) throw new Error("There is no record.");
  return head;
}

const YEAR_MS = 365.25 * 24 * 60 * 60_000;

/** Runs `work` with the clock set back by this many years. */
export async function yearsAgo(years: number, work: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - years * YEAR_MS });
  try {
    await work();
  } finally {
    vi.useRealTimers();
  }
}

export async function recordSeveral(count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) await record(`RV-${index}`);
}
