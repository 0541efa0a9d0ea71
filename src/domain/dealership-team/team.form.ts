import { buttonForm } from "#domain/identity/account.form.ts";
import { definePageForm } from "#forms/define-form.ts";
import { DEALERSHIP_ROLES } from "#values/dealership-role.ts";

/** How many days an invitation can be used. */
const INVITATION_DAYS = ["1", "7", "30"] as const;

/** Whom to invite into a dealership, and as what. */
export const inviteForm = definePageForm({
  name: "invite-colleague",
  messagePrefix: "dealer_team",
  isOneOfSeveral: true,
  questions: [
    { kind: "text", name: "name", maxLength: 80, hint: true },
    { kind: "select", name: "role", options: DEALERSHIP_ROLES, emptyEntry: "none", hint: true },
    { kind: "select", name: "days", options: INVITATION_DAYS, emptyEntry: "none" },
  ],
});

/** The press that takes an invitation; nothing is asked. */
export const acceptTeamInvitationForm = buttonForm("accept-team-invitation");

/** Another role for a colleague. */
export const colleagueRoleForm = definePageForm({
  name: "colleague-role",
  messagePrefix: "dealer_team",
  isOneOfSeveral: true,
  questions: [{ kind: "select", name: "role", options: DEALERSHIP_ROLES, emptyEntry: "none" }],
});

/** Takes a colleague out of the team; somebody else takes over their cars. */
export const removeColleagueForm = (colleagues: readonly { id: string; name: string }[]) =>
  definePageForm({
    name: "remove-colleague",
    messagePrefix: "dealer_team",
    isOneOfSeveral: true,
    questions: [
      {
        kind: "select",
        name: "successor",
        options: colleagues.map(({ id }) => id),
        optionWords: new Map(colleagues.map(({ id, name }) => [id, name])),
        emptyEntry: "none",
        hint: true,
      },
    ],
  });
