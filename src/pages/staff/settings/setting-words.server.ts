import { inArray } from "drizzle-orm";
import { userTable } from "#domain/identity/identity.table.ts";
import { findSettingQuestion, toAnswer } from "#domain/setting/setting.form.ts";
import { readLogoSize } from "#domain/setting/logo.ts";
import {
  SETTING_NAMES,
  type SettingGroup,
  type SettingList,
  type SettingName,
  settingRow,
  type Settings,
  type ShownOn,
} from "#domain/setting/setting.ts";
import type { OwnClaim } from "#domain/setting/claim-settings.ts";
import type { OwnQuestion } from "#domain/setting/faq-settings.ts";
import { showTaxRate } from "#domain/setting/tax-settings.ts";
import type { SettingDraft } from "#domain/setting/setting-drafts.server.ts";
import type { SettingChange } from "#domain/setting/setting-history.server.ts";
import { kindOf } from "#forms/questions/kinds.ts";
import { translateIn } from "#forms/translate.server.ts";
import { questionKey, wordsFor } from "#forms/words.ts";
import { m } from "#messages/messages.js";
import { SITE_QUESTIONS } from "#pages/public/information/site-questions.server.ts";
import { db } from "#platform/database/database.server.ts";
import { env } from "#platform/env/env.server.ts";
import { formatDate, formatDateTime, formatNumber, formatPercent } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { provinceName } from "#values/province.ts";
import { makeRecord } from "#values/record.ts";
import type { TaxChange } from "#values/tax.ts";

type Word = (_: object, in_: { locale: Locale }) => string;

const PLACES: Record<ShownOn, Word> = {
  pages: m.setting_shown_pages,
  emails: m.setting_shown_emails,
  texts: m.setting_shown_texts,
  search_engines: m.setting_shown_search_engines,
  footer: m.setting_shown_footer,
  contact: m.setting_shown_contact,
  about: m.setting_shown_about,
  terms: m.setting_shown_terms,
  privacy: m.setting_shown_privacy,
  consents: m.setting_shown_consents,
  chat: m.setting_shown_chat,
  reply_time: m.setting_shown_reply_time,
  financing: m.setting_shown_financing,
  home: m.setting_shown_home,
  faq: m.setting_shown_faq,
  forms: m.setting_shown_forms,
  seller_listings: m.setting_shown_seller_listings,
  payments: m.setting_shown_payments,
  deal: m.setting_shown_deal,
  deletion: m.setting_shown_deletion,
  blog: m.setting_shown_blog,
};

const LIST_NAMES: Record<SettingList, Word> = {
  taxes: m.setting_list_taxes,
  faq: m.setting_list_faq,
  claims: m.setting_list_claims,
};

const GROUPS: Record<SettingGroup, Word> = {
  company: m.setting_group_company,
  logo: m.setting_group_logo,
  colours: m.setting_group_colours,
  services: m.setting_group_services,
  contact: m.setting_group_contact,
  hours: m.setting_group_hours,
  social: m.setting_group_social,
  privacy: m.setting_group_privacy,
  financing: m.setting_group_financing,
  rates: m.setting_group_rates,
  retention: m.setting_group_retention,
};

/** What a person should know about a whole group. */
const EXPLANATIONS: ReadonlyMap<SettingGroup, Word> = new Map([
  ["social", m.setting_group_social_text],
  ["retention", m.setting_group_retention_text],
  ["rates", m.setting_group_rates_text],
]);

/** The settings that are lists: their names, and each of their rows on one line. */
const LISTS = new Map<SettingName, { name: Word; show: (row: never, locale: Locale) => string }>([
  ["taxChanges", { name: m.setting_list_taxes, show: showTaxChange }],
  ["claimWords", { name: m.setting_list_claims, show: showClaim }],
  ["faqQuestions", { name: m.faq_question_own, show: showQuestion }],
  ["faqHidden", { name: m.faq_question_hidden_ones, show: nameQuestion }],
  ["faqOrder", { name: m.faq_question_order, show: nameQuestion }],
]);

/** Null for a deleted account, and for the site itself. */
type Named<Change> = Change & { byName: string | null };
type NamedChange = Named<SettingChange>;

export async function nameWhoChanged<Change extends { accountId: string | null }>(
  changes: readonly Change[],
): Promise<Named<Change>[]> {
  const ids = [...new Set(changes.flatMap(({ accountId }) => accountId ?? []))];
  const people = await db()
    .select({ id: userTable.id, name: userTable.name })
    .from(userTable)
    .where(inArray(userTable.id, ids));
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return changes.map((change) => ({
    ...change,
    byName: names.get(change.accountId ?? "") ?? null,
  }));
}

/** What a person should know before they change a setting, by its name. */
export function describeSettings(
  settings: Settings,
  changes: readonly NamedChange[],
  locale: Locale,
): Record<SettingName, string> {
  return makeRecord(SETTING_NAMES, (name) => {
    const { byDefault, env: variable } = settingRow(name);
    const last = changes.find((change) => change.name === name);
    return [
      ...(toAnswer(settings[name]) === toAnswer(byDefault)
        ? []
        : [m.setting_default({ value: showValue(name, byDefault, locale) }, { locale })]),
      ...(last ? [describeWho(last, locale)] : []),
      ...(variable && env()[variable] !== undefined
        ? [m.setting_overridden({ variable }, { locale })]
        : []),
    ].join(" ");
  });
}

/** Where the settings of a group show, if that is the same for all of them. */
export function describeGroup(group: SettingGroup | SettingList, locale: Locale): string | null {
  const [first, ...others] = new Set(listPlaces(group, locale).map(({ text }) => text));
  return first !== undefined && others.length === 0 ? first : null;
}

/** Where each setting of a group shows. */
export function listPlaces(group: SettingGroup | SettingList, locale: Locale) {
  return SETTING_NAMES.filter((name) => settingRow(name).group === group).map((name) => ({
    label: nameSetting(name, locale),
    text: describePlaces(name, locale),
  }));
}

function describePlaces(name: SettingName, locale: Locale): string {
  const { shownOn } = settingRow(name);
  const places = shownOn.map((place) => PLACES[place]({}, { locale })).join(", ");
  return m.setting_shown({ places }, { locale });
}

/** One line of the history. */
export function viewChange(change: NamedChange, settings: Settings, locale: Locale) {
  const { position, name, before, after } = change;
  const { stored } = settingRow(name);
  return {
    position,
    name,
    label: nameSetting(name, locale),
    before: showValue(name, before, locale),
    after: showValue(name, after, locale),
    who: describeWho(change, locale),
    /** What it was before is not what it is now, and may still be stored. */
    mayUndo: toAnswer(settings[name]) !== toAnswer(before) && stored.safeParse(before).success,
  };
}

/** One line of what is not published yet. What this release refuses is shown as it is stored. */
export function viewDraft(
  { name, value, at, byName }: Named<SettingDraft>,
  settings: Settings,
  locale: Locale,
) {
  const read = settingRow(name).stored.safeParse(value);
  const time = formatDateTime(at, locale);
  return {
    name,
    label: nameSetting(name, locale),
    before: showValue(name, settings[name], locale),
    after: read.success ? showValue(name, read.data, locale) : JSON.stringify(value),
    who:
      byName === null
        ? m.setting_drafted({ time }, { locale })
        : m.setting_drafted_by({ time, name: byName }, { locale }),
  };
}

/** Beside a question that shows a draft: what pages show instead. */
export function noteDrafts(
  drafts: readonly SettingDraft[],
  settings: Settings,
  locale: Locale,
): Partial<Record<SettingName, string>> {
  return Object.fromEntries(
    drafts.map(({ name }) => {
      const value = showValue(name, settings[name], locale);
      return [name, m.setting_draft_note({ value }, { locale })];
    }),
  );
}

function describeWho({ at, byName }: NamedChange, locale: Locale): string {
  const time = formatDateTime(at, locale);
  return byName === null
    ? m.setting_changed({ time }, { locale })
    : m.setting_changed_by({ time, name: byName }, { locale });
}

export function nameSetting(name: SettingName, locale: Locale): string {
  const list = LISTS.get(name);
  if (list) return list.name({}, { locale });
  const { form, question } = findSettingQuestion(name);
  return translateIn(locale)(questionKey(form, question, "label"));
}

export function nameGroup(group: SettingGroup, locale: Locale): string {
  return GROUPS[group]({}, { locale });
}

export function explainGroup(group: SettingGroup, locale: Locale): string | null {
  return EXPLANATIONS.get(group)?.({}, { locale }) ?? null;
}

export function nameList(list: SettingList, locale: Locale): string {
  return LIST_NAMES[list]({}, { locale });
}

/** With what proves it, so that the history keeps both. */
function showClaim({ source, ...own }: OwnClaim, locale: Locale): string {
  return source ? `${own[locale]} (${source})` : own[locale];
}

/** The question alone would look the same before and after a change of its answer. */
function showQuestion(own: OwnQuestion, locale: Locale): string {
  return locale === "fr"
    ? `${own.questionFr} ${own.answerFr}`
    : `${own.questionEn} ${own.answerEn}`;
}

/** A question of the site; one of the operator’s by its address, since it may be gone. */
function nameQuestion(id: string, locale: Locale): string {
  return SITE_QUESTIONS.find((each) => each.id === id)?.question({}, { locale }) ?? `#${id}`;
}

/** "Ontario, dealership: HST 14% from January 1, 2027" */
export function showTaxChange(change: TaxChange, locale: Locale): string {
  const { province, seller, tax, ratePercent, from } = change;
  const translate = translateIn(locale);
  return m.tax_change_line(
    {
      province: provinceName(province, locale),
      seller: translate(`tax_change_seller_option_${seller}`),
      tax: translate(`tax_change_tax_option_${tax}`),
      rate: showTaxRate(ratePercent, locale),
      from: formatDate(from, locale),
    },
    { locale },
  );
}

/** The value as the page shows answers; a choice without its explanation. */
export function showValue(name: SettingName, value: unknown, locale: Locale): string {
  const { group, stored } = settingRow(name);
  const list = LISTS.get(name);
  if (list) {
    const rows = stored.parse(value) as never[];
    return (
      rows.map((row) => list.show(row, locale)).join("; ") || m.setting_nothing({}, { locale })
    );
  }
  if (group === "retention") return formatNumber(Number(value), locale);
  if (group === "rates") return formatPercent(Number(value), locale);
  const answer = toAnswer(value);
  const logo = name === "logo" ? readLogoSize(answer) : null;
  if (logo) return m.setting_logo_size({ width: logo.widthPx, height: logo.heightPx }, { locale });
  if (answer === "") return m.setting_nothing({}, { locale });
  const { form, question } = findSettingQuestion(name);
  if (question.kind === "long-text") return answer.replaceAll("\n", "; ");
  const words = wordsFor(form, question, { translate: translateIn(locale), locale });
  return kindOf(question).show(answer, question, words).split("\n")[0] ?? "";
}
