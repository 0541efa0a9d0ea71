import { leadByHandForm } from "#domain/lead/lead-by-hand.form.ts";
import { addLeadByHand } from "#domain/lead/lead-by-hand.server.ts";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

export const newLeadPage = definePage({
  address: "/staff/leads/new",
  read: "seeLeads",
  load: (_args, { visitor }) => ({
    view: showForm(leadByHandForm, visitor, {
      leadKind: "call_back",
      source: "phone",
      language: visitor.locale,
    }),
  }),
  commands: defineCommands<PageSubject>()({
    "lead-by-hand": {
      may: "workLeads",
      run: ({ post }, { by }) =>
        handleForm(leadByHandForm, post, async (answers): Promise<Outcome> => {
          const { phone, email, agreedTo, agreedBy, confirm } = answers;
          if (!phone && !email) return refuse("phone", "or_email");
          if (agreedTo && !agreedBy) return refuse("agreedBy", "needed");
          if (confirm && !email) return refuse("confirm", "no_address");
          const reference = await addLeadByHand(by, answers);
          return { ok: true, redirectTo: hrefIn(paths.lead(reference)) };
        }),
    },
  }),
});

const refuse = (question: string, code: string): Outcome => ({
  ok: false,
  fieldErrors: [{ question, code }],
});
