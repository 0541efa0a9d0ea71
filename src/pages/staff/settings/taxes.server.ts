import { data, redirect } from "react-router";
import { describeTaxes } from "#domain/blog/tax-table.ts";
import { readSettings, changeSettings } from "#domain/setting/settings.server.ts";
import { taxChangeForm } from "#domain/setting/tax-change.form.ts";
import {
  isGovernmentAddress,
  keyOfTaxChange,
  readTaxRate,
  SELLERS,
} from "#domain/setting/tax-settings.ts";
import type { RefusedAnswer } from "#forms/field-error.ts";
import { m } from "#messages/messages.js";
import { defineCommands } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { type ProvinceCode, provinceName, provincesByName } from "#values/province.ts";
import { findTaxRule, type TaxChange } from "#values/tax.ts";
import { describeGroup, showTaxChange } from "./setting-words.server.ts";

const savedHref = (locale: Locale) => `${hrefIn(paths.staffTaxes(), locale)}?done=saved`;

/** What is charged today, and since when. */
function viewProvince(province: ProvinceCode, changes: readonly TaxChange[], locale: Locale) {
  const lines = SELLERS.map((seller) => {
    const rule = findTaxRule({ province, seller, on: today() }, changes);
    return {
      seller,
      taxes: describeTaxes(province, seller, locale),
      since: rule && m.tax_change_since({ date: formatDate(rule.from, locale) }, { locale }),
      source: rule?.source ?? "",
    };
  });
  return { province, name: provinceName(province, locale), lines };
}

/** The rows of the list, by their first day, and whether each is in force today. */
function viewChange(change: TaxChange, locale: Locale) {
  return {
    key: keyOfTaxChange(change),
    text: showTaxChange(change, locale),
    isToCome: change.from > today(),
    source: change.source,
    checked: m.tax_change_checked({ date: formatDate(change.checkedOn, locale) }, { locale }),
  };
}

export const taxesPage = definePage({
  address: "/staff/settings/taxes",
  read: "seeSettings",
  needsFreshFactor: true,
  async load(_args, { visitor }) {
    const { locale } = visitor;
    const { taxChanges } = await readSettings();
    return {
      shown: describeGroup("taxes", locale),
      provinces: provincesByName(locale).map((code) => viewProvince(code, taxChanges, locale)),
      changes: taxChanges
        .toSorted((a, b) => (a.from < b.from ? 1 : -1))
        .map((change) => viewChange(change, locale)),
      view: showForm(taxChangeForm, visitor, { checkedOn: today() }),
    };
  },
  commands: defineCommands<PageSubject>()({
    add: {
      may: "changeSettings",
      run: ({ post }, { by }) =>
        handleForm(taxChangeForm, post, async ({ rate, ...answers }): Promise<Outcome> => {
          const ratePercent = readTaxRate(rate);
          const refused: RefusedAnswer[] = [
            ...(ratePercent === null ? [{ question: "rate", code: "bounds" }] : []),
            ...(isGovernmentAddress(answers.source)
              ? []
              : [{ question: "source", code: "bounds" }]),
          ];
          if (ratePercent === null || refused.length > 0)
            return { ok: false, fieldErrors: refused };
          const change = { ...answers, ratePercent };
          await changeTaxes(by, (rows) => [...withoutKey(rows, keyOfTaxChange(change)), change]);
          return { ok: true, redirectTo: savedHref(post.visitor.locale) };
        }),
    },
    remove: {
      may: "changeSettings",
      async run({ post, field }, { by }) {
        const { taxChanges } = await readSettings();
        if (!taxChanges.some((row) => keyOfTaxChange(row) === field("row")))
          throw data(null, { status: 404 });
        await changeTaxes(by, (rows) => withoutKey(rows, field("row")));
        throw redirect(savedHref(post.visitor.locale), 303);
      },
    },
  }),
});

function withoutKey(rows: readonly TaxChange[], key: string): readonly TaxChange[] {
  return rows.filter((row) => keyOfTaxChange(row) !== key);
}

async function changeTaxes(
  by: PageSubject["by"],
  change: (rows: readonly TaxChange[]) => readonly TaxChange[],
): Promise<void> {
  await changeSettings(by, ({ taxChanges }) => ({
    taxChanges: change(taxChanges) as typeof taxChanges,
  }));
}
