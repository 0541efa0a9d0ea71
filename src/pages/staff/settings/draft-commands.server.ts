import { data, redirect } from "react-router";
import { SETTING_FORMS } from "#domain/setting/setting.form.ts";
import {
  discardSettingDrafts,
  draftSettings,
  publishSettingDrafts,
} from "#domain/setting/setting-drafts.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { m } from "#messages/messages.js";
import { type Command, defineCommands, type Press } from "#pages/command/commands.server.ts";
import type { PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm } from "#pages/form/handle-form.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { SettingGroup } from "#domain/setting/setting.ts";
import { previewCookie, PREVIEW_ENDS } from "./preview-cookie.server.ts";
import { readGroup, savedHref } from "./setting-group.server.ts";
import { nameSetting } from "./setting-words.server.ts";

/**
 * Groups that are saved at once or not at all: the logo is a file, and a shorter period of retention
 * asks first what it deletes.
 */
type Undrafted = "logo" | "retention";

/** The other button of a group's form. */
function draftGroup(group: Exclude<SettingGroup, Undrafted>) {
  const form: FormDeclaration = SETTING_FORMS[group];
  return {
    may: "changeSettings",
    run: ({ post }: Press, { by }: PageSubject) =>
      handleForm(form, post, async (answers: Answers) => {
        const { refused, settings } = readGroup(group, answers);
        if (refused.length > 0) return { ok: false, fieldErrors: refused };
        const isDrafted = (await draftSettings(by, settings)) > 0;
        const done = isDrafted ? "drafted" : "nothing_drafted";
        return { ok: true, redirectTo: savedHref(post.visitor.locale, done, "drafts") };
      }),
  } as const satisfies Command<PageSubject>;
}

export const DRAFT_COMMANDS = defineCommands<PageSubject>()({
  "draft-company": draftGroup("company"),
  "draft-colours": draftGroup("colours"),
  "draft-services": draftGroup("services"),
  "draft-contact": draftGroup("contact"),
  "draft-hours": draftGroup("hours"),
  "draft-social": draftGroup("social"),
  "draft-privacy": draftGroup("privacy"),
  "draft-financing": draftGroup("financing"),
  "draft-rates": draftGroup("rates"),
  preview: {
    may: "changeSettings",
    run({ post: { visitor } }: Press) {
      const cookie = previewCookie(visitor);
      const headers = { "set-cookie": cookie };
      throw redirect(hrefIn(paths.home(), visitor.locale), { status: 303, headers });
    },
  },
  leave: {
    may: "changeSettings",
    run({ post: { visitor } }: Press) {
      const headers = { "set-cookie": previewCookie(visitor, PREVIEW_ENDS) };
      const back = `${hrefIn(paths.staffSettings(), visitor.locale)}#drafts`;
      throw redirect(back, { status: 303, headers });
    },
  },
  publish: {
    may: "changeSettings",
    async run({ post }: Press, { by }: PageSubject) {
      const { locale } = post.visitor;
      const { refused } = await publishSettingDrafts(by);
      if (refused.length > 0) {
        const names = refused.map((name) => nameSetting(name, locale)).join(", ");
        const draftProblem = m.setting_draft_refused({ names }, { locale });
        return data({ draftProblem }, { status: 422 });
      }
      throw redirect(savedHref(locale, "published", "drafts"), 303);
    },
  },
  discard: {
    may: "changeSettings",
    async run({ post }: Press) {
      await discardSettingDrafts();
      throw redirect(savedHref(post.visitor.locale, "discarded", "drafts"), 303);
    },
  },
});
