import { definePageForm } from "#forms/define-form.ts";
import { offeredAbilities } from "#values/ability.ts";
import type { Role } from "#values/role.ts";

/** What one role may do: a box for everything that it could be given. */
export const roleAbilitiesForm = (role: Role) =>
  definePageForm({
    name: "role-abilities",
    messagePrefix: "access",
    questions: [
      {
        kind: "choices",
        name: "abilities",
        options: offeredAbilities(role),
        ownErrors: ["needed"],
        optional: true,
      },
    ],
  });
