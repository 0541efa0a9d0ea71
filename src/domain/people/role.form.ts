import { definePageForm } from "#forms/define-form.ts";
import { ASSIGNABLE_ROLES } from "#values/role.ts";

/** A member may buy and sell with either of these two roles, so only one is offered. */
export type MemberRole = "buyer" | "seller";

/** Changes an account's role, with the dealership of a dealer, and the reason. */
export const roleForm = (input: {
  member: MemberRole;
  dealerships: readonly { id: string; name: string }[];
}) =>
  definePageForm({
    name: "role",
    messagePrefix: "people",
    questions: [
      {
        kind: "select",
        name: "role",
        options: [input.member, ...ASSIGNABLE_ROLES],
        emptyEntry: "none",
        ownErrors: ["same"],
      },
      {
        kind: "select",
        name: "dealershipId",
        words: "people_dealership",
        options: input.dealerships.map(({ id }) => id),
        optionWords: new Map(input.dealerships.map(({ id, name }) => [id, name])),
        emptyEntry: "own",
        ownErrors: ["needed"],
        hint: true,
        optional: true,
      },
      { kind: "long-text", name: "reason", minLength: 3, maxLength: 500, rows: 3, hint: true },
    ],
  });
