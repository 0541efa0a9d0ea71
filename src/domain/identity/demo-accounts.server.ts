import type { Role } from "#values/role.ts";

/** An account of the demo. Its password is public on purpose. */
export type OfferedAccount = { role: Role; name: string; email: string; password: string };

let offered: readonly OfferedAccount[] = [];

/**
 * At boot, in demo mode only, this receives the demo's accounts, and the sign-in page offers them.
 * Nothing else creates accounts: a real installation has only the accounts that people opened.
 */
export function offerDemoAccounts(accounts: readonly OfferedAccount[]): void {
  offered = accounts;
}

/** Empty outside demo mode. */
export function listDemoAccounts(): readonly OfferedAccount[] {
  return offered.map(({ role, name, email, password }) => ({ role, name, email, password }));
}
