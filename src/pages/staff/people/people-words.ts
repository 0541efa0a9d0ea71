import type { RoleRefusal } from "#domain/people/change-role.server.ts";
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH } from "#domain/people/role-reason.ts";
import { m } from "#messages/messages.js";
import type { Role } from "#values/role.ts";

const ROLES: Record<Role, () => string> = {
  buyer: m.people_role_buyer,
  seller: m.people_role_seller,
  dealer: m.people_role_dealer,
  staff: m.people_role_staff,
  admin: m.people_role_admin,
};

export function roleWord(role: Role): string {
  return ROLES[role]();
}

const REFUSALS: Record<RoleRefusal, () => string> = {
  reason_missing: () => m.people_reason_missing({ count: REASON_MIN_LENGTH }),
  reason_too_long: () => m.people_reason_too_long({ count: REASON_MAX_LENGTH }),
  dealership_missing: m.people_dealership_missing,
  no_such_account: m.people_no_such_account,
  not_confirmed: m.people_not_confirmed,
  demo_account: m.people_demo_account,
  same_role: m.people_same_role,
  own_role: m.people_own_role,
  not_permitted: m.people_not_permitted,
};

export function refusalText(code: RoleRefusal): string {
  return REFUSALS[code]();
}

/** The control that a refusal is about, where it is about one. */
export const CONTROL_OF: Partial<Record<RoleRefusal, string>> = {
  reason_missing: "reason",
  reason_too_long: "reason",
  dealership_missing: "dealershipId",
  same_role: "role",
};
