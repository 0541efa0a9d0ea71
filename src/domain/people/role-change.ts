/** Why a role was not changed. */
export type RoleRefusal =
  | "dealership_missing"
  | "no_such_account"
  | "not_confirmed"
  | "demo_account"
  | "same_role"
  | "own_role"
  /** The administrator who asks has lost that role in the meantime, to another administrator. */
  | "not_permitted";

export type RoleObstacle = Extract<RoleRefusal, "own_role" | "demo_account" | "not_confirmed">;

/** What prevents an account from getting any other role, whatever the form contains. */
export function findRoleObstacle(
  person: { id: string; isDemo: boolean; isConfirmed: boolean },
  byUserId: string,
): RoleObstacle | null {
  // This also protects the last administrator, because only they could take that role away.
  if (person.id === byUserId) return "own_role";
  if (person.isDemo) return "demo_account";
  // Anybody can open an account with somebody else's address, which works until its holder confirms
  // it.
  return person.isConfirmed ? null : "not_confirmed";
}
