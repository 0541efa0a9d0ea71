import { site } from "#site/site.ts";
import * as z from "zod/mini";
import {
  parseRegion,
  PROVINCES,
  type ProvinceCode,
  provinceName,
  provincesByName,
  isProvince,
} from "#values/province.ts";
import type { QuestionBase, QuestionKind } from "./question-kind.ts";
import { rawValue } from "./raw-fields.ts";

/** One of the ten provinces served; its names and their order are the language's. */
export interface ProvinceQuestion extends QuestionBase {
  readonly kind: "province";
  /** Where the site serves nobody, the answer is refused (site.provinces). */
  readonly served?: true;
}

const isServed = (region: string, { served }: ProvinceQuestion) =>
  isProvince(region) && (!served || site.provinces.includes(region));

export const province: QuestionKind<ProvinceQuestion, ProvinceCode> = {
  controls: (question) => [question.name],
  read(raw, question) {
    const region = parseRegion(rawValue(raw, question.name));
    if (region === null) return { ok: false, code: "missing" };
    return isProvince(region) && isServed(region, question)
      ? { ok: true, value: region }
      : { ok: false, code: "not_served" };
  },
  write: (value, question) => ({ [question.name]: value }),
  show: (value, _question, words) => provinceName(value, words.locale),
  exportValue: (value) => value,
  stored: () => z.enum(PROVINCES),
  jsonSchema: (question) => ({ [question.name]: { type: "string", enum: PROVINCES } }),
  view: (question, typed, words) => ({
    control: "select",
    value: rawValue(typed, question.name),
    emptyLabel: words.engineText("forms_select"),
    autocomplete: question.autocomplete,
    options: provincesByName(words.locale)
      .filter((code) => isServed(code, question))
      .map((code) => ({
        value: code,
        label: provinceName(code, words.locale),
      })),
  }),
  examples: (question) => [
    ...PROVINCES.map((code) => ({ raw: { [question.name]: code } })),
    { raw: { [question.name]: "Québec" } },
    { raw: { [question.name]: "Yukon" }, fieldError: "not_served" },
    { raw: { [question.name]: "Texas" }, fieldError: "missing" },
  ],
};
