import { data, redirect } from "react-router";
import { storeLogo } from "#domain/setting/logo.server.ts";
import { fromAnswer, SETTING_FORMS, toAnswer } from "#domain/setting/setting.form.ts";
import {
  SETTING_GROUPS,
  SETTING_NAMES,
  type SettingGroup,
  settingRow,
  type Settings,
} from "#domain/setting/setting.ts";
import { draftSettings, listSettingDrafts } from "#domain/setting/setting-drafts.server.ts";
import { listSettingChanges } from "#domain/setting/setting-history.server.ts";
import { changeSettings, readSettings } from "#domain/setting/settings.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { RefusedAnswer } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { m } from "#messages/messages.js";
import { defineCommands, type Press } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { formatNumber } from "#values/format.ts";
import { makeRecord } from "#values/record.ts";
import { doneHref } from "./done-href.server.ts";
import {
  describeGroup,
  describeSettings,
  explainGroup,
  listPlaces,
  nameGroup,
  nameWhoChanged,
  noteDrafts,
} from "./setting-words.server.ts";
import { countDeletedSooner } from "./shorter-retention.server.ts";

type Args = PageArgs & { params: { group: string } };
type Subject = PageSubject<SettingGroup>;

function requireGroup({ params }: Args): SettingGroup {
  const group = SETTING_GROUPS.find((each) => each === params.group);
  if (!group) throw data(null, { status: 404 });
  return group;
}

/**
 * Groups that are saved at once or not at all: the logo is a file, and a shorter period of retention
 * asks first what it deletes.
 */
const UNDRAFTED: readonly SettingGroup[] = ["logo", "retention"];

/** Reads the whole group: what is not sent is left blank. */
function readGroup(group: SettingGroup, answers: Answers) {
  const refused: RefusedAnswer[] = [];
  const settings: Record<string, unknown> = {};
  for (const name of SETTING_NAMES) {
    if (settingRow(name).group !== group) continue;
    const read = fromAnswer(name, toAnswer(answers[name] ?? ""));
    if (read) settings[name] = read.value;
    else refused.push({ question: name, code: "bounds" });
  }
  return { refused, settings: settings as Partial<Settings> };
}

async function saveGroup({ post, field }: Press, { by, of: group }: Subject) {
  const { locale } = post.visitor;
  const form: FormDeclaration = SETTING_FORMS[group];
  let asked: number | null = null;
  const result = await handleForm(form, post, async (answers: Answers): Promise<Outcome> => {
    const { refused, settings } = readGroup(group, answers);
    if (refused.length > 0) return { ok: false, fieldErrors: refused };
    const deleted = group === "retention" ? await countDeletedSooner(settings) : null;
    if (deleted !== null && field("sure") !== String(deleted)) {
      asked = deleted;
      const count = formatNumber(deleted, locale);
      return { ok: false, message: m.setting_retention_sure({ count }, { locale }), status: 422 };
    }
    await changeSettings(by, settings);
    return { ok: true, redirectTo: doneHref(locale, "saved", paths.staffSettingGroup(group)) };
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
}

/** The other button of a group's form. The drafts of all groups are shown together. */
function draftGroup({ post }: Press, { by, of: group }: Subject) {
  if (UNDRAFTED.includes(group)) throw data(null, { status: 404 });
  const { locale } = post.visitor;
  const form: FormDeclaration = SETTING_FORMS[group];
  return handleForm(form, post, async (answers: Answers): Promise<Outcome> => {
    const { refused, settings } = readGroup(group, answers);
    if (refused.length > 0) return { ok: false, fieldErrors: refused };
    const isDrafted = (await draftSettings(by, settings)) > 0;
    const redirectTo = isDrafted
      ? doneHref(locale, "drafted", `${paths.staffSettings()}#drafts`)
      : doneHref(locale, "nothing_drafted", paths.staffSettingGroup(group));
    return { ok: true, redirectTo };
  });
}

const LOGO_REFUSALS = {
  not_a_photo: m.setting_logo_not_a_picture,
  photo_too_large: m.setting_logo_too_large,
  photo_too_small: m.setting_logo_too_small,
} as const;

/** The logo is a file, so its form is read apart. "Remove" brings the design's own back. */
async function saveLogo({ post, field }: Press, { by }: Subject) {
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
  throw redirect(doneHref(locale, "saved", paths.staffSettingGroup("logo")), 303);
}

export const settingGroupPage = definePage({
  address: "/staff/settings/:group",
  read: "seeSettings",
  needsFreshFactor: true,
  find: requireGroup,
  async load(args: Args, { visitor }) {
    const group = requireGroup(args);
    const { locale } = visitor;
    const [settings, found, drafts] = await Promise.all([
      readSettings(),
      listSettingChanges(),
      listSettingDrafts(),
    ]);
    const drafted = Object.fromEntries(drafts.map(({ name, value }) => [name, value]));
    const changes = await nameWhoChanged(found);
    const known: Answers = makeRecord(SETTING_NAMES, (name) =>
      toAnswer(drafted[name] ?? settings[name]),
    );
    const shown = describeGroup(group, locale);
    return {
      group,
      name: nameGroup(group, locale),
      text: explainGroup(group, locale),
      shown,
      places: shown === null ? listPlaces(group, locale) : [],
      view: showForm(SETTING_FORMS[group] as FormDeclaration, visitor, known),
      notes: {
        ...describeSettings(settings, changes, locale),
        ...noteDrafts(drafts, settings, locale),
      },
      groups: SETTING_GROUPS.map((each) => ({
        group: each,
        path: paths.staffSettingGroup(each),
        name: nameGroup(each, locale),
      })),
      mayDraft: !UNDRAFTED.includes(group),
    };
  },
  commands: defineCommands<Subject>()({
    save: {
      may: "changeSettings",
      run: (press, subject) => (subject.of === "logo" ? saveLogo : saveGroup)(press, subject),
    },
    draft: { may: "changeSettings", run: draftGroup },
  }),
});
