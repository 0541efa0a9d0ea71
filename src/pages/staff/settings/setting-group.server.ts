import { fromAnswer, toAnswer } from "#domain/setting/setting.form.ts";
import {
  SETTING_NAMES,
  type SettingGroup,
  settingRow,
  type Settings,
} from "#domain/setting/setting.ts";
import type { RefusedAnswer } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";

type Done = "saved" | "undone" | "drafted" | "nothing_drafted" | "published" | "discarded";

export const savedHref = (locale: Locale, done: Done, to: string) =>
  `${hrefIn(paths.staffSettings(), locale)}?done=${done}#${to}`;

/** Reads the whole group: what is not sent is left blank. */
export function readGroup(group: SettingGroup, answers: Answers) {
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
