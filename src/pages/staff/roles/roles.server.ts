import { data } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { roleAbilitiesForm } from "#domain/people/role-abilities.form.ts";
import {
  listAbilityHistory,
  listRoleAbilities,
  setRoleAbilities,
} from "#domain/people/role-abilities.server.ts";
import { describeAbility, describeRole } from "#domain/people/role-words.server.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { m } from "#messages/messages.js";
import { defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import {
  type Ability,
  ABILITY_NAMES,
  ADJUSTABLE_ROLES,
  offeredAbilities,
} from "#values/ability.ts";
import { formatDateTime, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { Role } from "#values/role.ts";

const isAdjustable = (role: string): role is Role => ADJUSTABLE_ROLES.some((each) => each === role);

/** Reads the whole list of a role: what is not ticked is taken. */
function saveAbilities({ post, field }: Press, { by }: PageSubject) {
  const role = field("role");
  if (!isAdjustable(role)) throw data({ code: "no_such_role" }, { status: 422 });
  return handleForm(roleAbilitiesForm(role), post, async ({ abilities = "" }): Promise<Outcome> => {
    const ticked = splitChoices(abilities);
    const wanted = offeredAbilities(role).filter((ability) => ticked.includes(ability));
    const result = await setRoleAbilities(by, role, wanted);
    if (result.ok)
      return { ok: true, redirectTo: `${hrefIn(paths.staffRoles())}?done=saved#${role}` };
    if (result.code === "needed")
      return { ok: false, fieldErrors: [{ question: "abilities", code: "needed" }] };
    throw data({ code: result.code }, { status: 403 });
  });
}

export const rolesPage = definePage({
  address: "/staff/roles",
  read: "seeRoles",
  needsFreshFactor: true,
  async load({ request }, { user, visitor }) {
    const { locale } = visitor;
    const [roles, history] = await Promise.all([listRoleAbilities(), listAbilityHistory()]);
    const mayChange = (role: Role) => may(user, "changeRoles") && offeredAbilities(role).length > 0;
    const asked = new URL(request.url).searchParams.get("role");
    const chosen = roles.find(({ role }) => role === asked && mayChange(role));
    return {
      seesPeople: may(user, "seePeople"),
      roles: roles
        .filter(({ role }) => role !== chosen?.role)
        .map(({ role, people, abilities }) => ({
          role,
          name: describeRole(role, locale),
          people: m.access_everybody({ count: formatNumber(people, locale) }, { locale }),
          onlyReads: offeredAbilities(role).length < ABILITY_NAMES.length,
          mayChange: mayChange(role),
          abilities: abilities.map((ability) => describeAbility(ability, locale)),
        })),
      chosen: chosen
        ? {
            role: chosen.role,
            name: describeRole(chosen.role, locale),
            view: showForm(roleAbilitiesForm(chosen.role), visitor, {
              abilities: chosen.abilities.join(",") || undefined,
            }),
          }
        : null,
      history: history.map(({ position, at, role, byName, given, taken }) => ({
        position,
        role,
        name: describeRole(role, locale),
        given: listWords(given, locale),
        taken: listWords(taken, locale),
        who: m.access_history_who(
          {
            time: formatDateTime(at, locale),
            name: byName ?? m.access_history_somebody({}, { locale }),
          },
          { locale },
        ),
      })),
    };
  },
  commands: defineCommands<PageSubject>()({
    "role-abilities": { may: "changeRoles", run: saveAbilities },
  }),
});

function listWords(abilities: readonly Ability[], locale: Locale): string | null {
  if (abilities.length === 0) return null;
  return abilities.map((ability) => describeAbility(ability, locale)).join(" · ");
}
