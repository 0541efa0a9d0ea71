import { m } from "#messages/messages.js";
import type { DealershipRole } from "#values/dealership-role.ts";

const WORDS: Record<DealershipRole, { name: () => string; may: () => string }> = {
  owner: { name: m.dealer_team_role_option_owner, may: m.dealer_team_may_owner },
  manager: { name: m.dealer_team_role_option_manager, may: m.dealer_team_may_manager },
  salesperson: { name: m.dealer_team_role_option_salesperson, may: m.dealer_team_may_salesperson },
  stock: { name: m.dealer_team_role_option_stock, may: m.dealer_team_may_stock },
  reader: { name: m.dealer_team_role_option_reader, may: m.dealer_team_may_reader },
};

/** A role in a dealership, and what it may do there, in the words of the page. */
export function describeDealershipRole(role: DealershipRole): { name: string; may: string } {
  const { name, may } = WORDS[role];
  return { name: name(), may: may() };
}
