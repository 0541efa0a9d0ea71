import { data, redirect } from "react-router";
import { toAnswer } from "#domain/setting/setting.form.ts";
import {
  discardSettingDrafts,
  listSettingDrafts,
  publishSettingDrafts,
} from "#domain/setting/setting-drafts.server.ts";
import {
  SETTING_GROUPS,
  SETTING_LISTS,
  SETTING_NAMES,
  type SettingGroup,
  type SettingList,
  settingRow,
  type Settings,
} from "#domain/setting/setting.ts";
import {
  findEarlierSetting,
  listSettingChanges,
  undoSettingChange,
} from "#domain/setting/setting-history.server.ts";
import { readSettings } from "#domain/setting/settings.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { doneHref } from "./done-href.server.ts";
import { previewCookie, PREVIEW_ENDS } from "./preview-cookie.server.ts";
import {
  nameGroup,
  nameList,
  nameSetting,
  nameWhoChanged,
  viewChange,
  viewDraft,
} from "./setting-words.server.ts";
import { askBeforeDeleting } from "./shorter-retention.server.ts";

const LIST_PATHS: Record<SettingList, string> = {
  taxes: paths.staffTaxes(),
  faq: paths.staffFaq(),
  claims: paths.staffClaims(),
};

/** What a group or a list holds, and how many of its settings are not the default. */
function summarize(group: SettingGroup | SettingList, settings: Settings, locale: Locale) {
  const names = SETTING_NAMES.filter((name) => settingRow(name).group === group);
  const changed = names.filter(
    (name) => toAnswer(settings[name]) !== toAnswer(settingRow(name).byDefault),
  );
  const counts = {
    changed: formatNumber(changed.length, locale),
    count: formatNumber(names.length, locale),
  };
  return {
    holds: names.map((name) => nameSetting(name, locale)).join(" · "),
    changed: m.setting_group_changed(counts, { locale }),
  };
}

const DRAFTS = `${paths.staffSettings()}#drafts`;

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
    const changes = await nameWhoChanged(found);
    return {
      groups: [
        ...SETTING_GROUPS.map((group) => ({
          group,
          path: paths.staffSettingGroup(group),
          name: nameGroup(group, locale),
          ...summarize(group, settings, locale),
        })),
        ...SETTING_LISTS.map((list) => ({
          group: list,
          path: LIST_PATHS[list],
          name: nameList(list, locale),
          ...summarize(list, settings, locale),
        })),
      ],
      drafts: named.map((draft) => viewDraft(draft, settings, locale)),
      changes: changes.map((change) => viewChange(change, settings, locale)),
    };
  },
  commands: defineCommands<PageSubject>()({
    preview: {
      may: "changeSettings",
      run({ post: { visitor } }) {
        const cookie = previewCookie(visitor);
        const headers = { "set-cookie": cookie };
        throw redirect(hrefIn(paths.home(), visitor.locale), { status: 303, headers });
      },
    },
    leave: {
      may: "changeSettings",
      run({ post: { visitor } }) {
        const headers = { "set-cookie": previewCookie(visitor, PREVIEW_ENDS) };
        throw redirect(hrefIn(DRAFTS, visitor.locale), { status: 303, headers });
      },
    },
    publish: {
      may: "changeSettings",
      async run({ post }, { by }) {
        const { locale } = post.visitor;
        const { refused } = await publishSettingDrafts(by);
        if (refused.length > 0) {
          const names = refused.map((name) => nameSetting(name, locale)).join(", ");
          const draftProblem = m.setting_draft_refused({ names }, { locale });
          return data({ draftProblem }, { status: 422 });
        }
        throw redirect(doneHref(locale, "published", DRAFTS), 303);
      },
    },
    discard: {
      may: "changeSettings",
      async run({ post }) {
        await discardSettingDrafts();
        throw redirect(doneHref(post.visitor.locale, "discarded", DRAFTS), 303);
      },
    },
    undo: {
      may: "changeSettings",
      async run({ post, field }, { by }) {
        const { locale } = post.visitor;
        const change = { position: Number(field("position")), name: field("setting") };
        const earlier = Number.isSafeInteger(change.position)
          ? await findEarlierSetting(change)
          : null;
        if (!earlier) throw data(null, { status: 404 });
        const asked = await askBeforeDeleting(earlier, field("sure"), locale);
        if (asked) return data({ asked: { ...change, ...asked } }, { status: 422 });
        if (!(await undoSettingChange(by, change))) throw data(null, { status: 404 });
        throw redirect(doneHref(locale, "undone", `${paths.staffSettings()}#history`), 303);
      },
    },
  }),
});
