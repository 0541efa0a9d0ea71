import { data, redirect } from "react-router";
import { listDealerships } from "#domain/dealership/dealership-queries.server.ts";
import { listSessions } from "#domain/identity/session.server.ts";
import { findUser, findUserByEmail } from "#domain/identity/user.server.ts";
import { endEverybodysSessionsForm, endSessionsForm } from "#domain/people/end-sessions.form.ts";
import { endEverybodysSessions, endSessionsByStaff } from "#domain/people/end-sessions.server.ts";
import { changeRole } from "#domain/people/change-role.server.ts";
import { giveEnrolmentLink } from "#domain/people/give-enrolment-link.server.ts";
import { findPerson, listRoleChanges, listTeam } from "#domain/people/people-queries.server.ts";
import { findRoleObstacle } from "#domain/people/role-change.ts";
import { describeRole } from "#domain/people/role-words.server.ts";
import { type MemberRole, roleForm } from "#domain/people/role.form.ts";
import { listAcceptedTerms } from "#domain/terms/accept-terms.server.ts";
import { sayAcceptedTerms } from "#domain/terms/accepted-terms-words.ts";
import { m } from "#messages/messages.js";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { controlCharacters } from "#forms/questions/raw-fields.ts";
import { defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import type { Member, PageArgs } from "#pages/session/guards.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { describeObstacle } from "./role-form.tsx";
import type { Locale } from "#values/locale.ts";
import { type Role, ROLE_RULES } from "#values/role.ts";

const NEWEST_CHANGES = 20;

/** The staff, the latest changes, and the account that was found. */
async function loadPeople(args: PageArgs, { user, visitor }: Member) {
  const person = new URL(args.request.url).searchParams.get("person") ?? "";
  const [team, dealerships, changes, found] = await Promise.all([
    listTeam(),
    listDealerships(),
    listRoleChanges(NEWEST_CHANGES),
    person && !isUnstorable(person) ? findPerson(person) : null,
  ]);
  const obstacle = found && findRoleObstacle(found, user.id);
  return {
    found: found && withRoleName(found, visitor.locale),
    obstacle,
    /** The form to change the role, if it can be changed. */
    roleView:
      found && !obstacle
        ? showForm(roleForm({ member: memberRole(found.role), dealerships }), visitor, {
            role: found.role,
            ...(found.dealershipId && { dealershipId: found.dealershipId }),
          })
        : null,
    /** The number of devices on which the found account is signed in. */
    sessions: found ? (await listSessions(found.id)).length : 0,
    acceptedTerms: found
      ? (await listAcceptedTerms(found.id)).map((terms) => sayAcceptedTerms(terms, visitor.locale))
      : [],
    endSessionsView: showForm(endSessionsForm, visitor),
    endEverybodysView: showForm(endEverybodysSessionsForm, visitor),
    needsEnrolment:
      found !== null &&
      ROLE_RULES[found.role].owesSecondFactor &&
      !found.hasSecondFactor &&
      // Everybody may sign in to a demo account, so its factor can be given to nobody.
      !found.isDemo,
    team: team.map((person) => withRoleName(person, visitor.locale)),
    changes: changes.map((change) => ({
      ...change,
      fromRoleName: describeRole(change.fromRole, visitor.locale),
      toRoleName: describeRole(change.toRole, visitor.locale),
    })),
  };
}

export type PeopleView = Awaited<ReturnType<typeof loadPeople>>;

function withRoleName<P extends { role: Role }>(person: P, locale: Locale) {
  return { ...person, roleName: describeRole(person.role, locale) };
}

/** No account has this e-mail address. */
type NobodyFound = { code: "nobody_found"; email: string };

/** The link that an administrator gives to somebody who must set up a second factor. */
type EnrolmentMade = { code: "enrolment_made"; link: string };

/** A staff member who leaves becomes a buyer again. */
function memberRole(role: Role): MemberRole {
  return role === "seller" ? role : "buyer";
}

const commands = defineCommands<PageSubject>()({
  /** The e-mail is posted and the redirect has the account's id instead: URLs end up in logs. */
  find: { run: ({ field }) => find(field("email").trim()) },
  enrol: {
    may: "giveEnrolmentLinks",
    run: ({ post, field }, { by }) => enrol(by, field("userId"), post.visitor.origin),
  },
  role: { may: "changeRoles", run: giveAnotherRole },
  "end-sessions": { may: "endAnySessions", run: endSessions },
  "end-all-sessions": { may: "endAnySessions", run: endEverybodys },
});

export const peoplePage = definePage({
  address: "/staff/people",
  read: "seePeople",
  needsFreshFactor: true,
  load: loadPeople,
  commands,
});

/** Gives the account of the form another role; then shows the account as it is. */
async function giveAnotherRole({ post, field }: Press, { by }: PageSubject) {
  const userId = field("userId");
  const [dealerships, person] = await Promise.all([
    listDealerships(),
    isUnstorable(userId) ? null : findPerson(userId),
  ]);
  const form = roleForm({ member: memberRole(person?.role ?? "buyer"), dealerships });
  return handleForm(form, post, async ({ role, dealershipId = null, reason }): Promise<Outcome> => {
    const result = await changeRole({ by, userId, role, dealershipId, reason });
    if (result.ok) return { ok: true, redirectTo: personHref(userId, { done: "changed" }) };
    switch (result.code) {
      case "not_permitted":
        throw data({ code: result.code }, { status: 403 });
      case "dealership_missing":
        return { ok: false, fieldErrors: [{ question: "dealershipId", code: "needed" }] };
      case "same_role":
        return { ok: false, fieldErrors: [{ question: "role", code: "same" }], status: 409 };
      case "no_such_account":
        return { ok: false, message: m.people_no_such_account(), status: 422 };
      default:
        return { ok: false, message: describeObstacle(result.code), status: 409 };
    }
  });
}

async function find(email: string) {
  const id = isUnstorable(email) ? null : ((await findUserByEmail(email))?.id ?? null);
  if (id !== null) throw redirect(personHref(id), 303);
  return data<NobodyFound>({ code: "nobody_found", email }, { status: 404 });
}

/** A link for this person to set up their first second factor. Shown once, to be handed over. */
async function enrol(by: SignedInUser, userId: string, origin: string) {
  const person = isUnstorable(userId) ? null : await findUser(userId);
  if (
    !person ||
    !ROLE_RULES[person.role].owesSecondFactor ||
    person.twoFactorEnabled ||
    person.isDemo
  )
    throw data(null, { status: 409 });
  const link = origin + hrefIn(await giveEnrolmentLink(by, person), person.locale);
  return data<EnrolmentMade>({ code: "enrolment_made", link });
}

function endSessions({ post, field }: Press, { by }: PageSubject) {
  return handleForm(endSessionsForm, post, async ({ reason }): Promise<Outcome> => {
    const userId = field("userId");
    const ending = { by, bySessionId: post.visitor.sessionId, reason };
    const result = isUnstorable(userId)
      ? ({ ok: false, code: "no_session" } as const)
      : await endSessionsByStaff(userId, ending);
    if (result.ok) return { ok: true, redirectTo: personHref(userId, { done: "signed_out" }) };
    if (result.code !== "no_session") throw data({ code: result.code }, { status: 403 });
    return { ok: false, message: m.people_end_sessions_none(), status: 409 };
  });
}

function endEverybodys({ post }: Press, { by }: PageSubject) {
  return handleForm(endEverybodysSessionsForm, post, async ({ reason }): Promise<Outcome> => {
    const { sessionId: bySessionId } = post.visitor;
    const result = await endEverybodysSessions({ by, bySessionId, reason });
    if (!result.ok) throw data({ code: result.code }, { status: 403 });
    const done = { done: "all_signed_out", accounts: String(result.accounts) };
    return { ok: true, redirectTo: `${hrefIn(paths.staffPeople())}?${new URLSearchParams(done)}` };
  });
}

function personHref(person: string, more: Record<string, string> = {}): string {
  return `${hrefIn(paths.staffPeople())}?${new URLSearchParams({ person, ...more })}`;
}

/** PostgreSQL cannot store a NUL character, and no person types one. */
function isUnstorable(text: string): boolean {
  return controlCharacters.test(text);
}
