/** Why a role was not changed. */
export type RoleRefusal =
  | "dealership_missing"
  | "no_such_account"
  | "not_confirmed"
  | "demo_account"
  | "same_role"
  | "own_role"
  /** Another administrator took the role of the one who asks, in the meantime. */
  | "not_permitted";

export type RoleObstacle = Extract<RoleRefusal, "own_role" | "demo_account" | "not_confirmed">;

/** What keeps an account from being given any other role, whatever else would be asked. */
export function findRoleObstacle(
  person: { id: string; isDemo: boolean; isConfirmed: boolean },
  byUserId: string,
): RoleObstacle | null {
  // The last administrator's role is the own one of whoever could take it.
  if (person.id === byUserId) return "own_role";
  if (person.isDemo) return "demo_account";
  // Anybody can open an account with somebody else's address, until its holder confirms it.
  return person.isConfirmed ? null : "not_confirmed";
}
