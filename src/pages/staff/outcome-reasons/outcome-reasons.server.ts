import {
  listOutcomeReasons,
  offerOutcomeReason,
  saveOutcomeReason,
} from "#domain/lead/outcome-reasons.server.ts";
import { redirect } from "react-router";
import { outcomeReasonForm } from "#domain/lead/outcome.form.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

const saved = () => `${hrefIn(paths.staffOutcomeReasons())}?done=saved`;

const commands = defineCommands<PageSubject>()({
  "outcome-reason": {
    may: "changeTeamRules",
    run: ({ post, field }, { by }) =>
      handleForm(outcomeReasonForm, post, async (names): Promise<Outcome> => {
        const result = await saveOutcomeReason(by, field("reason") || null, names);
        if (result.ok) return { ok: true, redirectTo: saved() };
        if (result.code === "not_found")
          return { ok: false, message: m.staff_problem_not_found(), status: 404 };
        const question = result.code === "taken_en" ? "nameEn" : "nameFr";
        return { ok: false, fieldErrors: [{ question, code: "taken" }] };
      }),
  },
  offer: {
    may: "changeTeamRules",
    async run({ field }, { by }) {
      await offerOutcomeReason(by, field("reason"), true);
      throw redirect(saved(), 303);
    },
  },
  withhold: {
    may: "changeTeamRules",
    async run({ field }, { by }) {
      await offerOutcomeReason(by, field("reason"), false);
      throw redirect(saved(), 303);
    },
  },
});

export const outcomeReasonsPage = definePage({
  address: "/staff/outcome-reasons",
  read: "seeTeamRules",
  async load({ request }, { visitor }) {
    const reasons = await listOutcomeReasons();
    const chosen = new URL(request.url).searchParams.get("reason");
    const reason = reasons.find(({ id }) => id === chosen);
    const known = reason && { nameEn: reason.nameEn, nameFr: reason.nameFr };
    return {
      reasons,
      chosenId: reason?.id ?? null,
      view: showForm(outcomeReasonForm, visitor, known),
    };
  },
  commands,
});
