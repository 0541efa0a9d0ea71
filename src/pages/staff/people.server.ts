import { data, redirect } from "react-router";
import { listDealerships } from "#domain/dealership/dealership-queries.server.ts";
import { issueEnrolmentPath } from "#domain/identity/factor-enrolment.server.ts";
import { owesSecondFactor } from "#domain/identity/permission.ts";
import { findUser, findUserByEmail } from "#domain/identity/user.server.ts";
import { changeRole } from "#domain/people/change-role.server.ts";
import { findPerson, listRoleChanges, listTeam } from "#domain/people/people.server.ts";
import {
  findRoleObstacle,
  REASON_MAX_LENGTH,
  type RoleRefusal,
} from "#domain/people/role-change.ts";
import { controlCharacters, rawValue } from "#forms/questions/raw-fields.ts";
import {
  type PageArgs,
  requireFormPost,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isRole } from "#values/role.ts";

const NEWEST_CHANGES = 20;

/** Who works here, what changed, and the account that was found. */
export async function loadPeople(args: PageArgs) {
  const { user } = requirePermission(args, "manageStaff");
  requireFreshFactor(args);
  const person = new URL(args.request.url).searchParams.get("person") ?? "";
  const [team, dealerships, changes, found] = await Promise.all([
    listTeam(),
    listDealerships(),
    listRoleChanges(NEWEST_CHANGES),
    person && !isUnstorable(person) ? findPerson(person) : null,
  ]);
  return {
    found,
    obstacle: found && findRoleObstacle(found, user.id),
    needsEnrolment:
      found !== null &&
      owesSecondFactor(found.role) &&
      !found.hasSecondFactor &&
      // Everybody may sign in as one of these, and nobody can be handed its factor.
      !found.isDemo,
    team,
    dealerships,
    changes,
  };
}

export type PeopleView = Awaited<ReturnType<typeof loadPeople>>;

/** Nobody has the address that was looked for. */
type NobodyFound = { code: "nobody_found"; email: string };

/** What an administrator hands over to somebody who must set up a second factor. */
type EnrolmentMade = { code: "enrolment_made"; link: string };

/** Why no role was changed, with what was typed, so that it is not lost. */
export type PeopleRefusal = {
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
 * as it stands. The address is posted and the next page has the account's id, because addresses of
 * pages end up in logs and histories.
 */
export async function answerPeoplePost(args: PageArgs) {
  const { user, visitor } = requirePermission(args, "manageStaff");
  requireFreshFactor(args);
  const { raw } = await requireFormPost(args);
  const field = (name: string) => rawValue(raw, name);
  if (field("intent") === "find") return find(field("email").trim());

  if (field("intent") === "enrol") return enrol(field("userId"), visitor.origin);

  const typed = {
    role: field("role"),
    dealershipId: field("dealershipId"),
    reason: field("reason").slice(0, 2 * REASON_MAX_LENGTH),
  };
  const userId = field("userId");
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
  return data<PeopleRefusal>({ code: result.code, typed }, { status });
}

async function find(email: string) {
  const id = isUnstorable(email) ? null : ((await findUserByEmail(email))?.id ?? null);
  if (id !== null) throw redirect(personHref(id), 303);
  return data<NobodyFound>({ code: "nobody_found", email }, { status: 404 });
}

/** A link that this person may set up their first second factor with. Shown once, to be handed over. */
async function enrol(userId: string, origin: string) {
  const person = isUnstorable(userId) ? null : await findUser(userId);
  if (!person || !owesSecondFactor(person.role) || person.twoFactorEnabled || person.isDemo)
    throw data(null, { status: 409 });
  const link = origin + hrefIn(await issueEnrolmentPath(person), person.locale);
  return data<EnrolmentMade>({ code: "enrolment_made", link });
}

function personHref(person: string, more: Record<string, string> = {}): string {
  return `${hrefIn(paths.staffPeople())}?${new URLSearchParams({ person, ...more })}`;
}

/** PostgreSQL keeps no NUL, and no person types one. */
function isUnstorable(text: string): boolean {
  return controlCharacters.test(text);
}
