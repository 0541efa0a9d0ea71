import { boolean, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { checkCode } from "#platform/database/columns.ts";
import type { Ability } from "#values/ability.ts";
import { ROLES } from "#values/role.ts";

/**
 * The abilities that differ from `ROLE_RULES`, or did once. Who changed them, and when, is in the
 * audit log.
 */
export const roleAbilityTable = pgTable(
  "role_ability",
  {
    role: text("role", { enum: ROLES }).notNull(),
    /** Names come and go with releases: one that this release does not know has no effect. */
    ability: text("ability").$type<Ability>().notNull(),
    isGiven: boolean("is_given").notNull(),
    changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.role, table.ability] }),
    checkCode("role_ability_role_code", table.role, ROLES),
  ],
);
