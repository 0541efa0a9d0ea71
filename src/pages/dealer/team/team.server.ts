import { data } from "react-router";
import {
  colleagueRoleForm,
  inviteForm,
  removeColleagueForm,
} from "#domain/dealership-team/team.form.ts";
import {
  inviteColleague,
  listOpenInvitations,
  revokeInvitation,
} from "#domain/dealership-team/invitations.server.ts";
import {
  changeColleagueRole,
  giveColleagueEnrolmentLink,
  listTeam,
  removeColleague,
  type TeamRefusal,
} from "#domain/dealership-team/team.server.ts";
import { describeDealershipRole } from "#domain/dealership-team/role-words.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { type Member, type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import type { DeskSubject } from "#pages/dealer/desk.server.ts";
import { requireDealership } from "#pages/dealer/desk.server.ts";
import { DEALERSHIP_ROLES } from "#values/dealership-role.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

/** The link of an invitation, or to a second factor: only in the response to the post. */
type LinkMade = { code: "invited" | "enrolment_made"; link: string };

const REFUSED: Record<Exclude<TeamRefusal, "not_permitted">, () => string> = {
  not_found: m.dealer_team_not_found,
  own_role: m.dealer_team_own_role,
  demo_account: m.account_demo_kept,
};

const address = (done: string) => `${hrefIn(paths.dealerTeam())}?done=${done}`;

export const teamPage = definePage({
  address: "/dealer/team",
  read: "seeDesk",
  async load({ request }: PageArgs, member: Member) {
    const { user, visitor } = member;
    const dealership = await requireDealership(member);
    const query = new URL(request.url).searchParams;
    const [team, invitations] = await Promise.all([
      listTeam(dealership.id),
      listOpenInvitations(dealership.id),
    ]);
    const chosen = team.find(({ id }) => id === query.get("member") && id !== user.id) ?? null;
    return {
      dealership: dealership.name,
      done: query.get("done"),
      team: team.map((colleague) => ({
        ...colleague,
        roleName: describeDealershipRole(colleague.role).name,
        isSelf: colleague.id === user.id,
      })),
      chosen: chosen && {
        id: chosen.id,
        name: chosen.name,
        needsFactor: !chosen.hasSecondFactor,
        roleView: showForm(colleagueRoleForm, visitor, { role: chosen.role }),
        removeView: showForm(
          removeColleagueForm(team.filter(({ id }) => id !== chosen.id)),
          visitor,
          { successor: user.id },
        ),
      },
      invitations: invitations.map((invitation) => ({
        ...invitation,
        roleName: describeDealershipRole(invitation.role).name,
      })),
      roles: DEALERSHIP_ROLES.map((role) => ({ role, ...describeDealershipRole(role) })),
      inviteView: showForm(inviteForm, visitor, { role: "salesperson", days: "7" }),
    };
  },
  find: (_args: PageArgs, member: Member) => requireDealership(member),
  commands: defineCommands<DeskSubject>()({
    "invite-colleague": {
      may: "changeDealerTeam",
      needsFreshFactor: true,
      run: ({ post }, { by }) =>
        handleForm(inviteForm, post, async ({ name, role, days }) => {
          const invited = await inviteColleague(by, { name, role, days: Number(days) });
          if (!invited.ok)
            return { ok: false, message: m.dealer_team_too_many(), status: 409 } as const;
          const link = post.visitor.origin + hrefIn(invited.path);
          return { ok: true, code: "invited", link } as const;
        }),
    },
    revoke: {
      may: "changeDealerTeam",
      async run({ field }, { by }) {
        const isRevoked = await revokeInvitation(by, field("invitation"));
        throw redirectTo(address(isRevoked ? "revoked" : "not_open"));
      },
    },
    "colleague-role": {
      may: "changeDealerTeam",
      needsFreshFactor: true,
      run: ({ post, field }, { by }) =>
        handleForm(colleagueRoleForm, post, async ({ role }) =>
          toOutcome(await changeColleagueRole(by, field("colleague"), role), "role"),
        ),
    },
    "remove-colleague": {
      may: "changeDealerTeam",
      needsFreshFactor: true,
      async run({ post, field }, { by, of }) {
        const colleague = field("colleague");
        const others = (await listTeam(of.id)).filter(({ id }) => id !== colleague);
        return handleForm(removeColleagueForm(others), post, async ({ successor }) =>
          toOutcome(await removeColleague(by, colleague, successor), "removed"),
        );
      },
    },
    enrol: {
      may: "changeDealerTeam",
      needsFreshFactor: true,
      async run({ post, field }, { by }) {
        const path = await giveColleagueEnrolmentLink(by, field("colleague"));
        if (path === null) throw data(null, { status: 409 });
        return data<LinkMade>({
          code: "enrolment_made",
          link: post.visitor.origin + hrefIn(path),
        });
      },
    },
  }),
});

function toOutcome(result: { ok: true } | { ok: false; code: TeamRefusal }, done: string): Outcome {
  if (result.ok) return { ok: true, redirectTo: address(done) };
  if (result.code === "not_permitted") throw data({ code: result.code }, { status: 403 });
  return { ok: false, message: REFUSED[result.code](), status: 409 };
}
