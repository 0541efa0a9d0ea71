import { data, redirect } from "react-router";
import { changeRole, type RoleRefusal } from "#backoffice/identity/change-role.server.ts";
import { paths } from "#paths.ts";
import type { staffOf } from "#backoffice/inbox/staff-access.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isRole } from "#vocabulary/role.ts";
import { adminOf } from "./people.server.ts";

/** Why no role was changed, with what was typed, so that it is not lost. */
export type PeopleProblem = {
  code: RoleRefusal;
  typed: { role: string; dealershipId: string; reason: string };
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Not the person's to put right in the form. */
const CONFLICTS: readonly RoleRefusal[] = [
  "same_role",
  "own_role",
  "demo_account",
  "not_confirmed",
];

/** Gives the account of the form another role, then shows it as it stands now. */
export async function answerPeoplePost(args: Parameters<typeof staffOf>[0]) {
  const { user } = adminOf(args);
  const fields = await args.request.formData();
  const textOf = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  const typed = {
    role: textOf("role"),
    dealershipId: textOf("dealershipId"),
    reason: textOf("reason").slice(0, 2000),
  };
  if (!isRole(typed.role)) throw data(null, { status: 400 });
  const result = await changeRole({
    byUserId: user.id,
    userId: textOf("userId"),
    role: typed.role,
    dealershipId: UUID.test(typed.dealershipId) ? typed.dealershipId : null,
    reason: typed.reason,
  });
  if (result.ok) {
    const email = new URLSearchParams({ email: textOf("email"), done: "changed" });
    throw redirect(`${hrefIn(paths.staffPeople())}?${email}`, 303);
  }
  if (result.code === "not_permitted") throw data({ code: result.code }, { status: 403 });
  const status = CONFLICTS.includes(result.code) ? 409 : 422;
  return data<PeopleProblem>({ code: result.code, typed }, { status });
}
