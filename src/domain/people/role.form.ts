import { definePageForm } from "#forms/define-form.ts";
import { GIVEN_ROLES } from "./role-change.ts";

/** A member buys and sells with either of these two; the other one is not offered. */
export type MemberRole = "buyer" | "seller";

/** Another role for an account, with the dealership that a dealer works for and the reason. */
export const roleForm = (given: {
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
        options: [given.member, ...GIVEN_ROLES],
        emptyEntry: "none",
        ownErrors: ["same"],
      },
      {
        kind: "select",
        name: "dealershipId",
        words: "people_dealership",
        options: given.dealerships.map(({ id }) => id),
        optionWords: new Map(given.dealerships.map(({ id, name }) => [id, name])),
        emptyEntry: "own",
        ownErrors: ["needed"],
        hint: true,
        optional: true,
      },
      { kind: "long-text", name: "reason", minLength: 3, maxLength: 500, rows: 3, hint: true },
    ],
  });
