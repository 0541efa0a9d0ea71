import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatDate, formatNumber, formatPhone } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { type DataClass, isSealed, type LetterKind } from "./incident.ts";
import type { Incident } from "./incident.table.ts";

/**
 * The postal addresses of both commissions, as on their own pages in November 2026 (priv.gc.ca,
 * cai.gouv.qc.ca/commission-acces-information/nous-joindre).
 */
const ADDRESSES: Record<Exclude<LetterKind, "people">, Record<Locale, readonly string[]>> = {
  opc: {
    en: [
      "Office of the Privacy Commissioner of Canada",
      "30 Victoria Street",
      "Gatineau, Quebec K1A 1H3",
    ],
    fr: [
      "Commissariat à la protection de la vie privée du Canada",
      "30, rue Victoria",
      "Gatineau (Québec) K1A 1H3",
    ],
  },
  cai: {
    en: [
      "Commission d’accès à l’information",
      "525, boulevard René-Lévesque Est, bureau 2.36",
      "Québec (Québec) G1R 5S9",
    ],
    fr: [
      "Commission d’accès à l’information",
      "525, boulevard René-Lévesque Est, bureau 2.36",
      "Québec (Québec) G1R 5S9",
    ],
  },
};

/** A part of a letter: a text, a heading, or a gap that a person must fill in before it is sent. */
type Paragraph = string | { heading: string } | { gap: string };

export type IncidentLetter = { to: readonly string[]; subject: string; paragraphs: Paragraph[] };

/**
 * A letter made from the register's entry, with what the law requires and nothing else. What is not
 * known yet, or was written in the other language, is a gap.
 */
export function draftIncidentLetter(
  incident: Incident,
  kind: LetterKind,
  locale: Locale,
): IncidentLetter {
  const parts = listParts(incident, locale);
  const options = { locale };
  switch (kind) {
    // Breach of Security Safeguards Regulations, SOR/2018-64, s. 2(1)(a) to (g).
    case "opc":
      return {
        to: ADDRESSES.opc[locale],
        subject: m.incident_letter_opc_subject({ company: site.legalName }, options),
        paragraphs: [
          m.incident_letter_opc_text({}, options),
          ...parts.circumstances,
          ...parts.cause,
          ...parts.period,
          ...parts.data,
          ...parts.people,
          ...parts.measures,
          ...parts.telling,
          ...parts.contact,
        ],
      };
    // Regulation respecting confidentiality incidents, A-2.1, r. 3.1, s. 3(1) to (11).
    case "cai":
      return {
        to: ADDRESSES.cai[locale],
        subject: m.incident_letter_cai_subject({ company: site.legalName }, options),
        paragraphs: [
          m.incident_letter_cai_text({}, options),
          ...parts.organization,
          ...parts.contact,
          ...parts.data,
          ...parts.circumstances,
          ...parts.cause,
          ...parts.period,
          ...parts.noticed,
          ...parts.peopleWithQuebec,
          ...parts.risk,
          ...parts.telling,
          ...parts.measures,
          ...parts.plannedMeasures,
          ...parts.elsewhere,
        ],
      };
    // SOR/2018-64, s. 3, and, r. 3.1, s. 5, which require the same six things.
    case "people":
      return {
        to: [m.incident_letter_people_to({}, options)],
        subject: m.incident_letter_people_subject({ company: site.legalName }, options),
        paragraphs: [
          m.incident_letter_people_text({}, options),
          ...parts.circumstances,
          ...parts.period,
          ...parts.data,
          ...parts.measures,
          ...parts.plannedMeasures,
          ...parts.advice,
          ...parts.moreInformation,
        ],
      };
  }
}

function listParts(incident: Incident, locale: Locale) {
  const options = { locale };
  const { data, people, quebecPeople, opcToldOn, peopleToldOn } = incident;
  const day = (date: string) => formatDate(date, locale);
  const heading = (words: string): Paragraph => ({ heading: words });
  const gap = (what: string): Paragraph => ({ gap: m.incident_letter_gap({ what }, options) });
  const isTranslated = incident.locale !== locale;
  /** The text as staff wrote it. */
  const said = (text: string): Paragraph =>
    isTranslated ? { gap: m.incident_letter_translate({ text }, options) } : text;
  const saidOrGap = (text: string, what: string) => (text === "" ? gap(what) : said(text));
  const part = (words: string, text: string) => [heading(words), saidOrGap(text, words)];
  const count = (number: number) => formatNumber(number, locale);
  const describeCount = (number: number) =>
    incident.isCountApproximate
      ? m.incident_letter_about({ count: count(number) }, options)
      : count(number);

  const peopleHeading = m.incident_letter_number({}, options);
  const everybody =
    people === null
      ? gap(peopleHeading)
      : m.incident_letter_number_in_all({ count: describeCount(people) }, options);
  const inQuebec = m.incident_letter_quebec_people({}, options);
  const contact = [
    site.privacyOfficer.name,
    site.privacyOfficer.email,
    formatPhone(site.phone, locale),
  ].join("\n");
  const organization = m.incident_letter_organization({}, options);
  const periodHeading = m.incident_letter_period({}, options);
  const dataHeading = m.incident_letter_data({}, options);
  const notifying = m.incident_letter_telling({}, options);
  const noticed = m.incident_letter_noticed({}, options);
  const elsewhere = m.incident_letter_elsewhere({}, options);

  return {
    organization: [
      heading(organization),
      site.legalName,
      gap(m.incident_letter_business_number({}, options)),
    ],
    contact: [heading(m.incident_letter_contact({}, options)), contact],
    moreInformation: [heading(m.incident_letter_more({}, options)), contact],
    circumstances: part(m.incident_letter_circumstances({}, options), incident.circumstances),
    cause: part(m.incident_letter_cause({}, options), incident.cause),
    period: [heading(periodHeading), describePeriod(incident, locale) ?? gap(periodHeading)],
    noticed: [heading(noticed), day(incident.noticedOn)],
    data: [
      heading(dataHeading),
      ...describeData(data, locale),
      ...(incident.dataDetails === "" ? [] : [said(incident.dataDetails)]),
      ...(data.length === 0 && incident.dataDetails === ""
        ? [gap(m.incident_letter_data_or_reason({}, options))]
        : []),
    ],
    people: [heading(peopleHeading), everybody],
    peopleWithQuebec: [
      heading(peopleHeading),
      everybody,
      quebecPeople === null
        ? gap(inQuebec)
        : m.incident_letter_number_in_quebec({ count: describeCount(quebecPeople) }, options),
    ],
    risk: [
      ...part(m.incident_letter_sensitivity({}, options), incident.sensitivity),
      ...part(m.incident_letter_consequences({}, options), incident.consequences),
      ...part(m.incident_letter_likelihood({}, options), incident.likelihood),
    ],
    measures: part(m.incident_letter_measures({}, options), incident.measures),
    plannedMeasures: part(m.incident_letter_planned({}, options), incident.plannedMeasures),
    advice: part(m.incident_letter_advice({}, options), incident.advice),
    telling: [
      heading(notifying),
      ...(peopleToldOn
        ? [m.incident_letter_people_told({ date: day(peopleToldOn) }, options)]
        : []),
      ...(incident.tellingPlan === "" ? [] : [said(incident.tellingPlan)]),
      ...(peopleToldOn === null && incident.tellingPlan === "" ? [gap(notifying)] : []),
    ],
    elsewhere: [
      heading(elsewhere),
      ...(opcToldOn ? [m.incident_letter_opc_told({ date: day(opcToldOn) }, options)] : []),
      ...(incident.othersTold === "" ? [] : [said(incident.othersTold)]),
      ...(opcToldOn === null && incident.othersTold === "" ? [gap(elsewhere)] : []),
    ],
  } satisfies Record<string, Paragraph[]>;
}

function describePeriod(incident: Incident, locale: Locale): string | null {
  const { beganOn, endedOn, isPeriodApproximate } = incident;
  const options = { locale };
  if (beganOn === null) return null;
  const from = formatDate(beganOn, locale);
  const period =
    endedOn === null
      ? m.incident_letter_since({ from }, options)
      : endedOn === beganOn
        ? m.incident_letter_on({ from }, options)
        : m.incident_letter_from_to({ from, to: formatDate(endedOn, locale) }, options);
  return isPeriodApproximate ? m.incident_letter_approximate({ period }, options) : period;
}

const CLASS_WORDS: Record<DataClass, (inputs: object, options: { locale: Locale }) => string> = {
  sin: m.vocabulary_data_class_sin,
  licence_number: m.vocabulary_data_class_licence_number,
  date_of_birth: m.vocabulary_data_class_date_of_birth,
  documents: m.vocabulary_data_class_documents,
  drafts: m.vocabulary_data_class_drafts,
  message_texts: m.vocabulary_data_class_message_texts,
  passwords: m.vocabulary_data_class_passwords,
  sign_in_links: m.vocabulary_data_class_sign_in_links,
  names: m.vocabulary_data_class_names,
  contact: m.vocabulary_data_class_contact,
  income_and_work: m.vocabulary_data_class_income_and_work,
  credit_answers: m.vocabulary_data_class_credit_answers,
  bids_and_offers: m.vocabulary_data_class_bids_and_offers,
  conversations: m.vocabulary_data_class_conversations,
  cars_and_photos: m.vocabulary_data_class_cars_and_photos,
  audit_records: m.vocabulary_data_class_audit_records,
};

/**
 * The names of the data classes. Sealed classes are marked as stored sealed, which the reader takes
 * into account.
 */
function describeData(data: readonly DataClass[], locale: Locale): string[] {
  const list = (codes: readonly DataClass[]) =>
    codes.map((code) => CLASS_WORDS[code]({}, { locale })).join(", ");
  const [sealed, open] = [data.filter(isSealed), data.filter((code) => !isSealed(code))];
  return [
    ...(open.length > 0 ? [list(open)] : []),
    ...(sealed.length > 0 ? [m.incident_letter_sealed({ classes: list(sealed) }, { locale })] : []),
  ];
}
