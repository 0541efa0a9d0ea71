import { settingForm } from "#domain/setting/setting.form.ts";
import { changeSettings, readSettings } from "#domain/setting/settings.server.ts";
import { splitChoices } from "#forms/questions/choices.ts";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, showForm } from "#pages/form/handle-form.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { FURTHER_CLASSES } from "#values/data-class.ts";

export const settingsPage = definePage({
  address: "/staff/settings",
  read: "seeSettings",
  needsFreshFactor: true,
  async load(_args, { visitor }) {
    const { passingOn, leadMailAlso } = await readSettings();
    const known = { passingOn, leadMailAlso: leadMailAlso.join(",") };
    return { view: showForm(settingForm, visitor, known) };
  },
  commands: defineCommands<PageSubject>()({
    setting: {
      may: "changeSettings",
      run({ post }, { by }) {
        return handleForm(settingForm, post, async ({ passingOn, leadMailAlso = "" }) => {
          const ticked = splitChoices(leadMailAlso);
          const also = FURTHER_CLASSES.filter((each) => ticked.includes(each));
          await changeSettings(by, { passingOn, leadMailAlso: also });
          const redirectTo = `${hrefIn(paths.staffSettings(), post.visitor.locale)}?done=saved`;
          return { ok: true, redirectTo };
        });
      },
    },
  }),
});
