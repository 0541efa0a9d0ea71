import { expect, test } from "vitest";
import {
  ABILITIES,
  type Ability,
  ABILITY_NAMES,
  ADJUSTABLE_ROLES,
  findAbilityObstacle,
  hasAbility,
  hasPermission,
  offeredAbilities,
} from "./ability.ts";
import { CHANGE_PERMISSIONS, type Role, ROLE_RULES, ROLES } from "./role.ts";

test("each role has these abilities until somebody changes them", () => {
  const rows = ADJUSTABLE_ROLES.map(
    (role) => `${role}: ${ABILITY_NAMES.filter((each) => hasAbility(role, each)).join(", ")}`,
  );
  expect(`\n${rows.join("\n")}\n`).toMatchInlineSnapshot(`
    "
    staff: income, sealed_answers, listings, passing_on
    manager: income, sealed_answers, lead_export, listings, passing_on, templates, access, team_rules
    auditor: income
    admin: income, sealed_answers, lead_export, subscriber_export, listings, passing_on, templates, access, team_rules, settings
    "
  `);
});

test.each<[Role, Ability, boolean, ReturnType<typeof findAbilityObstacle>]>([
  ["buyer", "sealed_answers", true, "not_staff"],
  ["dealer", "lead_export", true, "not_staff"],
  ["auditor", "sealed_answers", true, "only_reads"],
  ["auditor", "settings", true, "only_reads"],
  ["auditor", "settings", false, null],
  ["admin", "settings", false, "needed"],
  ["admin", "access", false, "needed"],
  ["admin", "sealed_answers", false, null],
  ["staff", "settings", true, null],
  ["manager", "lead_export", false, null],
])("%s and %s, given %s: %s", (role, ability, isGiven, obstacle) => {
  expect(findAbilityObstacle(role, ability, isGiven)).toBe(obstacle);
});

test("whatever is stored, only staff who need a second factor get anything, and who reads changes nothing", () => {
  const all = Object.fromEntries(ABILITY_NAMES.map((ability) => [ability, true]));
  for (const role of ROLES)
    for (const permission of Object.values(ABILITIES).flat()) {
      if (!hasPermission(role, permission, all)) continue;
      expect(ROLE_RULES[role].owesSecondFactor).toBe(true);
      const isChange = CHANGE_PERMISSIONS.some((each) => each === permission);
      if (isChange) expect(hasPermission(role, "workLeads")).toBe(true);
    }
  expect(offeredAbilities("auditor")).toEqual(["income"]);
});

test("an ability is all of its permissions, and no permission belongs to two", () => {
  const permissions = Object.values(ABILITIES).flat();
  expect(new Set(permissions).size).toBe(permissions.length);
  for (const role of ADJUSTABLE_ROLES)
    for (const ability of offeredAbilities(role)) {
      const given = { [ability]: true };
      expect(ABILITIES[ability].every((each) => hasPermission(role, each, given))).toBe(true);
      if (findAbilityObstacle(role, ability, false)) continue;
      const taken = { [ability]: false };
      expect(ABILITIES[ability].some((each) => hasPermission(role, each, taken))).toBe(false);
    }
});
