import type { Role } from "#values/role.ts";

/** An account of the demonstration. Its password is public on purpose. */
export type OfferedAccount = { role: Role; name: string; email: string; password: string };

let offered: readonly OfferedAccount[] = [];

/**
 * Boot hands in the demonstration's accounts, in demo mode only, and the sign-in page offers them.
 * Nothing else knows of them: a real installation has no account that it was not given.
 */
export function offerDemoAccounts(accounts: readonly OfferedAccount[]): void {
  offered = accounts;
}

/** Empty outside demo mode. */
export function listDemoAccounts(): readonly OfferedAccount[] {
  return offered.map(({ role, name, email, password }) => ({ role, name, email, password }));
}
