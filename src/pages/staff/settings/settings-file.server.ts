import { data, redirect } from "react-router";
import { toAnswer } from "#domain/setting/setting.form.ts";
import { SETTING_NAMES, type Settings } from "#domain/setting/setting.ts";
import { findLogoFile, storeLogo } from "#domain/setting/logo.server.ts";
import { changeSettings, readSettings } from "#domain/setting/settings.server.ts";
import {
  FILE_MAX_BYTES,
  type FileReading,
  readSettingsFile,
} from "#domain/setting/settings-file.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { nameSetting, showValue } from "./setting-words.server.ts";
import { askBeforeDeleting } from "./shorter-retention.server.ts";

const PROBLEMS = {
  no_file: m.setting_file_problem_no_file,
  unknown: m.setting_file_problem_unknown,
  refused: m.setting_file_problem_refused,
};

export type Compared = {
  problem?: string;
  /** The file's text, and what it would change. */
  text?: string;
  /** Asked once, because a shorter period deletes. */
  asked?: { sure: string; text: string };
  differences?: { name: string; label: string; before: string; after: string }[];
};

function refuse({ code, names }: Extract<FileReading, { ok: false }>, locale: Locale) {
  const problem = PROBLEMS[code]({ names: names.join(", ") }, { locale });
  return data<Compared>({ problem }, { status: 422 });
}

async function listDifferences(from: Partial<Settings>, locale: Locale) {
  const settings = await readSettings();
  return SETTING_NAMES.filter(
    (name) => from[name] !== undefined && toAnswer(from[name]) !== toAnswer(settings[name]),
  ).map((name) => ({
    name,
    label: nameSetting(name, locale),
    before: showValue(name, settings[name], locale),
    after: showValue(name, from[name], locale),
  }));
}

/** The logo of a file, stored here too; null if it is no picture, or if the file lacks it. */
async function takeLogo({ settings, logo }: Extract<FileReading, { ok: true }>) {
  if (!settings.logo || (await findLogoFile(settings.logo))) return {};
  const stored = logo && (await storeLogo(logo));
  return stored?.ok ? { logo: stored.address } : null;
}

export const settingsFilePage = definePage({
  address: "/staff/settings/file",
  read: "seeSettings",
  needsFreshFactor: true,
  load: () => ({}),
  commands: defineCommands<PageSubject>()({
    compare: {
      may: "changeSettings",
      async run({ post }) {
        const { locale } = post.visitor;
        const [file] = post.files.get("file") ?? [];
        const text = file && file.size <= FILE_MAX_BYTES ? await file.text() : "";
        const read = readSettingsFile(text);
        if (!read.ok) return refuse(read, locale);
        const differences = await listDifferences(read.settings, locale);
        return data<Compared>({ text, differences });
      },
    },
    import: {
      may: "changeSettings",
      async run({ post, field }, { by }) {
        const { locale } = post.visitor;
        const read = readSettingsFile(field("text"));
        if (!read.ok) return refuse(read, locale);
        const logo = await takeLogo(read);
        if (logo === null) return refuse({ ok: false, code: "refused", names: ["logo"] }, locale);
        const asked = await askBeforeDeleting(read.settings, field("sure"), locale);
        if (asked) {
          const differences = await listDifferences(read.settings, locale);
          return data<Compared>({ text: field("text"), differences, asked }, { status: 422 });
        }
        await changeSettings(by, { ...read.settings, ...logo });
        throw redirect(`${hrefIn(paths.staffSettings(), locale)}?done=imported`, 303);
      },
    },
  }),
});
