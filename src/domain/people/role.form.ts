import { definePageForm } from "#forms/define-form.ts";
import { ASSIGNABLE_ROLES } from "#values/role.ts";

/** A member buys and sells with either of these two; the other one is not offered. */
export type MemberRole = "buyer" | "seller";

/** Another role for an account, with the dealership that a dealer works for and the reason. */
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
