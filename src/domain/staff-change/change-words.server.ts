import type { AuditChanges, ChangedValue } from "#domain/audit/audit.ts";
import { findSettingQuestion } from "#domain/setting/setting.form.ts";
import {
  isSettingList,
  SETTING_NAMES,
  type SettingName,
  settingRow,
} from "#domain/setting/setting.ts";
import { translateIn } from "#forms/translate.server.ts";
import { questionKey } from "#forms/words.ts";
import { formatKm, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { findCorrectedFact, readCorrection } from "./correction.ts";
import { ADJUSTABLE_ROLES, nameAbilitiesOf } from "#values/ability.ts";
import { makeRecord } from "#values/record.ts";
import {
  findSpecification,
  SPECIFICATION_NAMES,
  type SpecificationName,
} from "#values/specification.ts";

/** One fact that changed, as text. */
export type ChangeLine = {
  label: string;
  /** Null if only the fact of the change is shown: for a free text, and for ids. */
  values: { before: string; after: string } | null;
};

type Word = {
  label: string;
  /** The prefix of the messages for its codes. */
  codes?: string;
  format?: (value: number, locale: Locale) => string;
  /** Its values are ids, which mean nothing to a reader. */
  isSilent?: true;
};

const SETTING_CODES: ReadonlyMap<SettingName, string> = new Map([
  ["passingOn", "setting_form_passing_on_option"],
  ["leadMailAlso", "data_class"],
]);

/** The label of each fact, by message key: the label in the form that asks for it. */
const WORDS = {
  make: { label: "listing_form_make_label" },
  model: { label: "listing_form_model_label" },
  trim: { label: "listing_form_trim_label" },
  year: { label: "listing_form_manufacture_year_label" },
  bodyType: { label: "listing_form_car_type_label", codes: "vocabulary_body_type" },
  condition: { label: "listing_form_car_condition_label", codes: "vocabulary_condition" },
  exteriorColour: { label: "listing_form_exterior_colour_label", codes: "vocabulary_colour" },
  interiorColour: { label: "listing_form_interior_colour_label", codes: "vocabulary_colour" },
  transmission: {
    label: "listing_form_transmission_type_label",
    codes: "vocabulary_transmission",
  },
  fuel: { label: "listing_form_fuel_type_label", codes: "vocabulary_fuel" },
  ...makeRecord(SPECIFICATION_NAMES, nameSpecification),
  features: { label: "listing_form_features_label", codes: "vocabulary_feature" },
  odometerKm: { label: "listing_form_total_run_label", format: formatKm },
  purchasedOn: { label: "listing_form_purchasing_date_label" },
  registeredOn: { label: "listing_form_registered_year_label" },
  vin: { label: "listing_form_vin_label" },
  isAllInPrice: { label: "listing_all_in_chip" },
  stockNumber: { label: "ad_statement_stock_number_label" },
  isOwnCar: { label: "ad_statement_is_own_car_label" },
  showsPhone: { label: "ad_statement_shows_phone_label" },
  brand: { label: "declared_brand_short", codes: "declared_brand_option" },
  accidents: { label: "declared_accidents_short", codes: "declared_accidents_option" },
  accidentAmountCad: { label: "declared_accident_amount_short", format: formatCad },
  accidentDetails: { label: "declared_accident_details_short" },
  lien: { label: "declared_lien_short", codes: "declared_lien_option" },
  owners: { label: "declared_owners_short" },
  earlierUse: { label: "declared_earlier_use_short", codes: "declared_earlier_use_option" },
  outOfProvince: {
    label: "declared_out_of_province_short",
    codes: "declared_out_of_province_option",
  },
  odometerReading: {
    label: "declared_odometer_reading_short",
    codes: "declared_odometer_reading_option",
  },
  mechanicalIssues: {
    label: "declared_mechanical_issues_short",
    codes: "declared_mechanical_issues_option",
  },
  serviceRecords: {
    label: "declared_service_records_short",
    codes: "declared_service_records_option",
  },
  keyFobs: { label: "declared_key_fobs_short", codes: "declared_key_fobs_option" },
  smoked: { label: "declared_smoked_short", codes: "declared_smoked_option" },
  // Only in older records: how many corrections waited.
  correctionsWaiting: { label: "declared_corrections_waiting", format: formatNumber },
  place: { label: "listing_form_location_label" },
  description: { label: "listing_form_description_label" },
  priceCad: { label: "listing_form_price_label", format: formatCad },
  photoCount: { label: "seller_photos", format: formatNumber },
  photoOrder: { label: "staff_change_fact_photo_order", isSilent: true },
  photoTexts: { label: "staff_change_fact_photo_texts" },
  listingState: { label: "staff_change_fact_state", codes: "seller_state" },
  isReserved: { label: "seller_state_reserved" },
  bidState: { label: "staff_change_fact_state", codes: "bid_state" },
  stage: { label: "staff_status_label", codes: "staff_status" },
  requestStatus: { label: "staff_change_fact_state", codes: "request_status" },
  declinedFor: { label: "review_declined_for_short", codes: "review_declined_for_option" },
  reviewState: { label: "staff_change_fact_state", codes: "staff_change_review" },
  reply: { label: "staff_change_fact_reply" },
  verification: { label: "staff_change_fact_state", codes: "staff_change_verification" },
  role: { label: "people_role_label", codes: "people_role_option" },
  dealership: { label: "staff_change_fact_dealership" },
  enrolmentLink: { label: "staff_change_fact_enrolment_link" },
  sessions: { label: "staff_change_fact_sessions", format: formatNumber },
  dealershipName: { label: "dealership_form_name_label" },
  licenceNumber: { label: "dealership_form_licence_number_label" },
  leadEmail: { label: "dealership_form_lead_email_label" },
  phone: { label: "dealership_form_phone_label" },
  address: { label: "dealership_form_street_address_label" },
  servedRadiusKm: { label: "dealership_form_served_radius_label", format: formatKm },
  servedProvinces: { label: "dealership_form_served_provinces_label" },
  takesLeadKinds: {
    label: "dealership_form_takes_lead_kinds_label",
    codes: "dealership_form_takes_lead_kinds_option",
  },
  isActive: { label: "staff_change_fact_takes_leads" },
  isSubscribed: { label: "staff_change_fact_subscribed" },
  isSettled: { label: "staff_change_fact_settled" },
  incidentTitle: { label: "incident_form_title_label" },
  incidentLanguage: {
    label: "incident_form_language_label",
    codes: "incident_form_language_option",
  },
  circumstances: { label: "incident_form_circumstances_label" },
  cause: { label: "incident_form_cause_label" },
  beganOn: { label: "incident_form_began_on_label" },
  endedOn: { label: "incident_form_ended_on_label" },
  period: { label: "incident_form_period_label", codes: "incident_form_period_option" },
  noticedOn: { label: "incident_form_noticed_on_label" },
  data: { label: "incident_data", codes: "vocabulary_data_class" },
  dataDetails: { label: "incident_form_data_details_label" },
  people: { label: "incident_form_people_label", format: formatNumber },
  quebecPeople: { label: "incident_form_quebec_people_label", format: formatNumber },
  count: { label: "incident_form_count_label", codes: "incident_form_count_option" },
  provinces: { label: "incident_form_provinces_label" },
  sensitivity: { label: "incident_form_sensitivity_label" },
  consequences: { label: "incident_form_consequences_label" },
  likelihood: { label: "incident_form_likelihood_label" },
  risk: { label: "incident_form_risk_label", codes: "incident_form_risk_option" },
  measures: { label: "incident_form_measures_label" },
  plannedMeasures: { label: "incident_form_planned_measures_label" },
  advice: { label: "incident_form_advice_label" },
  opcToldOn: { label: "incident_form_opc_told_on_label" },
  caiToldOn: { label: "incident_form_cai_told_on_label" },
  peopleToldOn: { label: "incident_form_people_told_on_label" },
  tellingWay: {
    label: "incident_form_telling_way_label",
    codes: "incident_form_telling_way_option",
  },
  publicNoticeReason: { label: "incident_form_public_notice_reason_label" },
  tellingPlan: { label: "incident_form_telling_plan_label" },
  othersTold: { label: "incident_form_others_told_label" },
  untoldReason: { label: "incident_form_untold_reason_label" },
  closedOn: { label: "incident_form_closed_on_label" },
  outcomeReasonEn: { label: "outcome_name_en_label" },
  outcomeReasonFr: { label: "outcome_name_fr_label" },
  messageTemplate: { label: "template_name_label" },
  assignedTo: { label: "assignment_owner", isSilent: true },
  assignmentMethod: { label: "assignment_method_label", codes: "assignment_method_short" },
  getsLeads: { label: "assignment_gets_leads_label" },
  assignedLanguages: {
    label: "assignment_languages_label",
    codes: "assignment_languages_option",
  },
  assignedProvinces: { label: "assignment_provinces_label" },
  assignedKinds: { label: "assignment_kinds_label", codes: "assignment_kinds_option" },
  mostOpen: { label: "assignment_most_open_label", format: formatNumber },
  absentFrom: { label: "assignment_absent_from_label" },
  absentUntil: { label: "assignment_absent_until_label" },
  worksMonday: { label: "assignment_works_monday_label" },
  worksTuesday: { label: "assignment_works_tuesday_label" },
  worksWednesday: { label: "assignment_works_wednesday_label" },
  worksThursday: { label: "assignment_works_thursday_label" },
  worksFriday: { label: "assignment_works_friday_label" },
  worksSaturday: { label: "assignment_works_saturday_label" },
  worksSunday: { label: "assignment_works_sunday_label" },
  accessAbility: { label: "access_ability_label", codes: "access_abilities_option" },
  accessLead: { label: "access_lead_label" },
  ...makeRecord(ADJUSTABLE_ROLES.map(nameAbilitiesOf), nameAbilities),
  ...makeRecord(SETTING_NAMES, nameSetting),
} as const satisfies Record<string, Word>;

function nameAbilities(fact: ReturnType<typeof nameAbilitiesOf>): Word {
  const role = fact.replace("abilitiesOf_", "");
  return { label: `people_role_option_${role}`, codes: "access_abilities_option" };
}

function nameSpecification(name: SpecificationName): Word {
  const { words, optionWords } = findSpecification(name).question;
  const label = `${words}_label`;
  return optionWords && optionWords !== "verbatim" ? { label, codes: optionWords } : { label };
}

function nameSetting(name: SettingName): Word {
  const { group } = settingRow(name);
  // The page of settings shows the rows.
  if (isSettingList(group)) return { label: `setting_list_${group}`, isSilent: true };
  const { form, question } = findSettingQuestion(name);
  const label = questionKey(form, question, "label");
  const codes = SETTING_CODES.get(name);
  return codes === undefined ? { label } : { label, codes };
}

const FACTS: ReadonlyMap<string, Word> = new Map(Object.entries<Word>(WORDS));

/** Facts only for staff: in the audit log, but not in what an owner reads. */
const STAFF_ONLY: ReadonlySet<string> = new Set(["stage"]);

/** Changes as text for a reader. @throws if a fact has no row in `WORDS` */
export function describeChanges(
  changes: AuditChanges,
  locale: Locale,
  reader: "owner" | "staff" = "owner",
): ChangeLine[] {
  const translate = translateIn(locale);
  return Object.entries(changes).flatMap(([fact, [before, after]]) => {
    if (reader === "owner" && STAFF_ONLY.has(fact)) return [];
    const corrected = findCorrectedFact(fact);
    const word = FACTS.get(corrected ?? fact);
    if (!word) throw new Error(`What staff changed has no name: ${fact}.`);
    if (corrected !== null) return [describeCorrection(word, after ?? before, locale)];
    const isSilent = word.isSilent || isDigest(before) || isDigest(after);
    const say = (value: ChangedValue) => describeValue(value, word, locale);
    const values = isSilent ? null : { before: say(before), after: say(after) };
    return [{ label: translate(word.label), values }];
  });
}

/** The answer that the seller asked for, and staff's decision. */
function describeCorrection(word: Word, value: ChangedValue, locale: Locale): ChangeLine {
  const translate = translateIn(locale);
  const label = translate("declared_correction_label", { fact: translate(word.label) });
  const correction = readCorrection(value);
  if (!correction) return { label, values: null };
  const { state, answers } = correction;
  const say = (input = "") => {
    if (input === "") return translate("declared_not");
    return describeValue(word.format ? Number(input) : input, word, locale);
  };
  const declined = answers ? "declared_correction_declined" : "declared_correction_declined_text";
  const decision = { confirmed: "declared_correction_confirmed", declined }[state];
  return {
    label,
    values: {
      before: answers
        ? translate("declared_correction_answer", { answer: say(answers.answer) })
        : translate("declared_correction_text"),
      after: translate(decision ?? "declared_correction_withdrawn", {
        earlier: say(answers?.earlier),
      }),
    },
  };
}

function isDigest(value: ChangedValue): value is { characters: number; digest: string } {
  return typeof value === "object" && value !== null && "digest" in value;
}

function describeValue(value: ChangedValue, word: Word, locale: Locale): string {
  const translate = translateIn(locale);
  const { codes, format } = word;
  if (value === null || (Array.isArray(value) && value.length === 0)) return "–";
  if (typeof value === "boolean") return translate(value ? "staff_change_yes" : "staff_change_no");
  if (typeof value === "number") return format ? format(value, locale) : String(value);
  const say = (code: string) => (codes ? translate(`${codes}_${code}`) : code);
  if (typeof value === "string") return say(value);
  if (isDigest(value)) return "";
  return value.flatMap((each) => (typeof each === "string" ? say(each) : [])).join(", ");
}

/** The same for a record of the audit log; empty if nothing was changed. */
export function describeRecordedChanges(
  changes: string | null,
  locale: Locale,
  reader: "owner" | "staff",
): ChangeLine[] {
  return changes === null
    ? []
    : describeChanges(JSON.parse(changes) as AuditChanges, locale, reader);
}
