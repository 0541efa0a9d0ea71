import { redirect } from "react-router";
import { templateForm } from "#domain/template/template.form.ts";
import { TEMPLATE_FIELDS } from "#domain/template/template.ts";
import {
  findTemplate,
  listTemplates,
  offerTemplate,
  saveTemplate,
} from "#domain/template/templates.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";

const saved = () => `${hrefIn(paths.staffTemplates())}?done=saved`;

export const templatesPage = definePage({
  address: "/staff/templates",
  read: "seeLeads",
  async load({ request }, { visitor }) {
    const chosenId = new URL(request.url).searchParams.get("template");
    const chosen = chosenId === null ? null : await findTemplate(chosenId);
    const templates = await listTemplates();
    return {
      fields: TEMPLATE_FIELDS.map((field) => `{${field}}`).join(" "),
      templates: templates.map(({ id, name, channel, purpose, isOffered }) => ({
        id,
        name,
        channel,
        purpose,
        isOffered,
      })),
      chosenId: chosen?.id ?? null,
      view: showForm(
        templateForm,
        visitor,
        chosen
          ? {
              name: chosen.name,
              channel: chosen.channel,
              purpose: chosen.purpose,
              subjectEn: chosen.subjectEn,
              subjectFr: chosen.subjectFr,
              textEn: chosen.textEn,
              textFr: chosen.textFr,
            }
          : { channel: "email", purpose: "request" },
      ),
    };
  },
  commands: defineCommands<PageSubject>()({
    template: {
      may: "changeTemplates",
      run: ({ post, field }, { by }) =>
        handleForm(templateForm, post, async (answers): Promise<Outcome> => {
          const result = await saveTemplate(by, field("template") || null, answers);
          if (result.ok) return { ok: true, redirectTo: saved() };
          return result.code === "refused"
            ? { ok: false, fieldErrors: result.answers }
            : { ok: false, message: m.staff_problem_not_found(), status: 404 };
        }),
    },
    offer: {
      may: "changeTemplates",
      async run({ field }, { by }) {
        await offerTemplate(by, field("template"), true);
        throw redirect(saved(), 303);
      },
    },
    withhold: {
      may: "changeTemplates",
      async run({ field }, { by }) {
        await offerTemplate(by, field("template"), false);
        throw redirect(saved(), 303);
      },
    },
  }),
});
