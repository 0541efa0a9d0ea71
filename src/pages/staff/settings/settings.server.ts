import { data, redirect } from "react-router";
import { SETTING_FORMS, toAnswer } from "#domain/setting/setting.form.ts";
import { listSettingDrafts } from "#domain/setting/setting-drafts.server.ts";
import {
  SETTING_GROUPS,
  SETTING_LISTS,
  SETTING_NAMES,
  type SettingGroup,
} from "#domain/setting/setting.ts";
import { listSettingChanges, undoSettingChange } from "#domain/setting/setting-history.server.ts";
import { storeLogo } from "#domain/setting/logo.server.ts";
import { changeSettings, readSettings } from "#domain/setting/settings.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { type Command, defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { m } from "#messages/messages.js";
import { formatNumber } from "#values/format.ts";
import { makeRecord } from "#values/record.ts";
import { DRAFT_COMMANDS } from "./draft-commands.server.ts";
import { readGroup, savedHref } from "./setting-group.server.ts";
import {
  describeGroup,
  describeSettings,
  noteDrafts,
  nameList,
  nameWhoChanged,
  viewChange,
  viewDraft,
} from "./setting-words.server.ts";
import { countDeletedSooner } from "./shorter-retention.server.ts";

function saveGroup(group: SettingGroup) {
  const form: FormDeclaration = SETTING_FORMS[group];
  return {
    may: "changeSettings",
    async run({ post, field }: Press, { by }: PageSubject) {
      const { locale } = post.visitor;
      let asked: number | null = null;
      const result = await handleForm(form, post, async (answers: Answers): Promise<Outcome> => {
        const { refused, settings } = readGroup(group, answers);
        if (refused.length > 0) return { ok: false, fieldErrors: refused };
        const deleted = group === "retention" ? await countDeletedSooner(settings) : null;
        if (deleted !== null && field("sure") !== String(deleted)) {
          asked = deleted;
          const count = formatNumber(deleted, locale);
          return {
            ok: false,
            message: m.setting_retention_sure({ count }, { locale }),
            status: 422,
          };
        }
        await changeSettings(by, settings);
        return { ok: true, redirectTo: savedHref(locale, "saved", group) };
      });
      if (asked === null || result.data.ok) return result;
      const { view } = result.data;
      const question = m.setting_retention_question({}, { locale });
      const asking = {
        ...view,
        // Pressed once more with the same number, it is done.
        hidden: [...view.hidden, { name: "sure", value: String(asked) }],
        errorSummary: { items: [], ...view.errorSummary, question },
      };
      return data({ ...result.data, view: asking }, result.init ?? undefined);
    },
  } as const satisfies Command<PageSubject>;
}

const LOGO_REFUSALS = {
  not_a_photo: m.setting_logo_not_a_picture,
  photo_too_large: m.setting_logo_too_large,
  photo_too_small: m.setting_logo_too_small,
} as const;

/** The logo is a file, so its form is read apart. "Remove" brings the design's own back. */
const saveLogo = {
  may: "changeSettings",
  async run({ post, field }: Press, { by }: PageSubject) {
    const { locale } = post.visitor;
    const [file] = post.files.get("logo") ?? [];
    if (field("remove") === "" && !file?.size)
      return data({ logoProblem: m.setting_logo_missing({}, { locale }) }, { status: 422 });
    const stored =
      field("remove") === "" && file
        ? await storeLogo(new Uint8Array(await file.arrayBuffer()))
        : { ok: true as const, address: "" };
    if (!stored.ok) {
      const logoProblem = LOGO_REFUSALS[stored.code]({}, { locale });
      return data({ logoProblem }, { status: 422 });
    }
    await changeSettings(by, { logo: stored.address });
    throw redirect(savedHref(locale, "saved", "logo"), 303);
  },
} as const satisfies Command<PageSubject>;

export const settingsPage = definePage({
  address: "/staff/settings",
  read: "seeSettings",
  needsFreshFactor: true,
  async load(_args, { visitor }) {
    const { locale } = visitor;
    const [settings, found, drafts] = await Promise.all([
      readSettings(),
      listSettingChanges(),
      listSettingDrafts(),
    ]);
    const named = await nameWhoChanged(drafts);
    const drafted = Object.fromEntries(drafts.map(({ name, value }) => [name, value]));
    const changes = await nameWhoChanged(found);
    const known: Answers = makeRecord(SETTING_NAMES, (name) =>
      toAnswer(drafted[name] ?? settings[name]),
    );
    return {
      groups: SETTING_GROUPS.map((group) => ({
        group,
        shown: describeGroup(group, locale),
        view: showForm(SETTING_FORMS[group] as FormDeclaration, visitor, known),
      })),
      lists: SETTING_LISTS.map((list) => ({
        list,
        name: nameList(list, locale),
        shown: describeGroup(list, locale),
      })),
      notes: {
        ...describeSettings(settings, changes, locale),
        ...noteDrafts(drafts, settings, locale),
      },
      drafts: named.map((draft) => viewDraft(draft, settings, locale)),
      changes: changes.map((change) => viewChange(change, settings, locale)),
    };
  },
  commands: defineCommands<PageSubject>()({
    ...makeRecord(SETTING_GROUPS, saveGroup),
    logo: saveLogo,
    ...DRAFT_COMMANDS,
    undo: {
      may: "changeSettings",
      async run({ post, field }, { by }) {
        const change = { position: Number(field("position")), name: field("setting") };
        if (!Number.isSafeInteger(change.position) || !(await undoSettingChange(by, change)))
          throw data(null, { status: 404 });
        throw redirect(savedHref(post.visitor.locale, "undone", "history"), 303);
      },
    },
  }),
});
