import { data } from "react-router";
import { may } from "#domain/identity/permission.ts";
import { accessDecisionForm, accessRequestForm } from "#domain/people/access-request.form.ts";
import {
  askForAccess,
  decideAccess,
  endAccess,
  listAccessRequests,
  listMissingAbilities,
} from "#domain/people/access-requests.server.ts";
import { describeAbility, describeAccess, describeRole } from "#domain/people/role-words.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Ability } from "#values/ability.ts";
import { formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";

const doneHref = (done: "asked" | "decided" | "ended") =>
  `${hrefIn(paths.staffAccess())}?done=${done}`;

/** What the person could be given and does not have, by name. */
function nameMissing(user: SignedInUser, locale: Locale): ReadonlyMap<Ability, string> {
  return new Map(
    listMissingAbilities(user).map((ability) => [ability, describeAbility(ability, locale)]),
  );
}

type Requests = Awaited<ReturnType<typeof listAccessRequests>>;

function viewRequest(request: Requests[number], at: Date, locale: Locale) {
  const { id, name, role, ability, leadReference, reason, askedAt, word, until } = request;
  const isActive = until !== null && until > at;
  return {
    id,
    name,
    role: describeRole(role, locale),
    what: describeAccess(ability, leadReference, locale),
    reason,
    word,
    asked: m.access_asked_at({ time: formatDateTime(askedAt, locale) }, { locale }),
    isWaiting: request.decision === null,
    isActive,
    state: describeState(request, isActive, locale),
  };
}

function describeState(request: Requests[number], isActive: boolean, locale: Locale): string {
  const { decision, until, decidedByName } = request;
  const by = decidedByName ?? m.access_history_somebody({}, { locale });
  if (decision === null) return m.access_state_waiting({}, { locale });
  if (decision === "refused" || until === null)
    return m.access_state_refused({ name: by }, { locale });
  const time = formatDateTime(until, locale);
  return (isActive ? m.access_state_granted : m.access_state_over)({ time, name: by }, { locale });
}

export const accessPage = definePage({
  address: "/staff/access",
  read: "seeLeads",
  async load({ request }, { user, visitor }) {
    const { locale } = visitor;
    const query = new URL(request.url).searchParams;
    const missing = nameMissing(user, locale);
    const grants = may(user, "grantAccess");
    const [own, all] = await Promise.all([
      listAccessRequests(user.id),
      grants ? listAccessRequests(null) : [],
    ]);
    const at = now();
    const others = all.filter(({ userId }) => userId !== user.id);
    const chosen = others.find(({ id, decision }) => id === query.get("request") && !decision);
    const ability = [...missing.keys()].find((each) => each === query.get("ability"));
    return {
      seesRoles: may(user, "seeRoles"),
      /** Null if there is nothing to ask for. */
      askView:
        missing.size > 0
          ? showForm(accessRequestForm(missing), visitor, {
              ...(ability && { ability }),
              lead: query.get("lead")?.slice(0, 20) || undefined,
            })
          : null,
      chosen: chosen
        ? {
            ...viewRequest(chosen, at, locale),
            view: showForm(
              accessDecisionForm({ isOfLead: chosen.leadReference !== null }),
              visitor,
            ),
          }
        : null,
      own: own.map((each) => viewRequest(each, at, locale)),
      others: others.map((each) => viewRequest(each, at, locale)),
    };
  },
  commands: defineCommands<PageSubject>()({
    "access-request": { may: "workLeads", run: ask },
    "access-decision": { may: "grantAccess", run: decide },
    "end-access": {
      may: "workLeads",
      async run({ field }, { by }) {
        if (!(await endAccess(by, field("id")))) throw data(null, { status: 409 });
        throw redirectTo(doneHref("ended"));
      },
    },
  }),
});

function ask({ post }: Press, { by }: PageSubject) {
  const form = accessRequestForm(nameMissing(by, post.visitor.locale));
  return handleForm(form, post, async ({ ability, lead = "", reason }): Promise<Outcome> => {
    const result = await askForAccess(by, { ability, lead, reason });
    if (result.ok) return { ok: true, redirectTo: doneHref("asked") };
    return result.code === "no_such_lead"
      ? { ok: false, fieldErrors: [{ question: "lead", code: "unknown" }] }
      : { ok: false, fieldErrors: [{ question: "ability", code: "asked" }], status: 409 };
  });
}

function decide({ post, field }: Press, { by }: PageSubject) {
  const form = accessDecisionForm({ isOfLead: true });
  return handleForm(form, post, async ({ decision, word = "" }): Promise<Outcome> => {
    const result = await decideAccess(by, field("request"), { decision, word });
    if (result.ok) return { ok: true, redirectTo: doneHref("decided") };
    switch (result.code) {
      case "word_needed":
        return { ok: false, fieldErrors: [{ question: "word", code: "needed" }] };
      case "not_yours":
        return { ok: false, message: m.access_problem_not_yours(), status: 422 };
      case "own":
        return { ok: false, message: m.access_problem_own(), status: 422 };
      case "gone":
        return { ok: false, message: m.access_problem_gone(), status: 409 };
      case "not_permitted":
        throw data({ code: result.code }, { status: 403 });
    }
  });
}
