import { data, redirect } from "react-router";
import { changeRole, type RoleRefusal } from "#domain/people/change-role.server.ts";
import { paths } from "#site/paths.ts";
import { controlCharacters } from "#forms/questions/raw-fields.ts";
import { type PageArgs, requirePermission } from "#pages/session/guards.server.ts";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isRole } from "#values/role.ts";
import { personIdByEmail } from "./people.server.ts";

/** Nobody has the address that was looked for. */
export type NobodyFound = { code: "nobody_found"; email: string };

/** Why no role was changed, with what was typed, so that it is not lost. */
export type PeopleProblem = {
  code: RoleRefusal;
  typed: { role: string; dealershipId: string; reason: string };
};

/** Not the person's to put right in the form. */
const CONFLICTS: readonly RoleRefusal[] = [
  "same_role",
  "own_role",
  "demo_account",
  "not_confirmed",
];

/**
 * Looks for the account of an address, or gives the account of the form another role; then shows it
 * as it stands. The address is posted and the account's id leads on, because addresses of pages end
 * up in logs and histories.
 */
export async function answerPeoplePost(args: PageArgs) {
  const { user } = requirePermission(args, "manageStaff");
  const fields = await postedForm(args.request);
  const textOf = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value.slice(0, 2000) : "";
  };
  if (textOf("intent") === "find") return find(textOf("email").trim());

  const typed = {
    role: textOf("role"),
    dealershipId: textOf("dealershipId"),
    reason: textOf("reason"),
  };
  const userId = textOf("userId");
  if (!isRole(typed.role)) throw data(null, { status: 400 });
  if (isUnstorable(userId) || isUnstorable(typed.reason)) throw data(null, { status: 422 });
  const result = await changeRole({
    byUserId: user.id,
    userId,
    role: typed.role,
    dealershipId: typed.dealershipId || null,
    reason: typed.reason,
  });
  if (result.ok) throw redirect(personHref(userId, { done: "changed" }), 303);
  if (result.code === "not_permitted") throw data({ code: result.code }, { status: 403 });
  const status = CONFLICTS.includes(result.code) ? 409 : 422;
  return data<PeopleProblem>({ code: result.code, typed }, { status });
}

async function find(email: string) {
  const id = isUnstorable(email) ? null : await personIdByEmail(email);
  if (id !== null) throw redirect(personHref(id), 303);
  return data<NobodyFound>({ code: "nobody_found", email }, { status: 404 });
}

function personHref(person: string, more: Record<string, string> = {}): string {
  return `${hrefIn(paths.staffPeople())}?${new URLSearchParams({ person, ...more })}`;
}

/** PostgreSQL keeps no NUL, and no person types one. */
function isUnstorable(text: string): boolean {
  return controlCharacters.test(text);
}
