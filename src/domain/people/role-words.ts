import { m } from "#messages/messages.js";
import type { Role } from "#values/role.ts";

/** What each role is called, in the reader's language. */
export const ROLE_WORDS = {
  buyer: m.people_role_option_buyer,
  seller: m.people_role_option_seller,
  dealer: m.people_role_option_dealer,
  staff: m.people_role_option_staff,
  auditor: m.people_role_option_auditor,
  admin: m.people_role_option_admin,
} as const satisfies Record<Role, unknown>;
