import { findAgreedPrice } from "#domain/deal/deal-queries.server.ts";
import { proposeMonthlyIncome } from "#domain/pre-approval/income.ts";
import {
  buildContactBox,
  buildShareBox,
  findDealershipToName,
  readBoxes,
} from "#domain/pre-approval/panel-boxes.server.ts";
import { creditAgeNote } from "#domain/pre-approval/credit-age-note.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { type PreApprovalAnswers, QUALIFIED_GATE } from "#domain/pre-approval/pre-approval.form.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import type { CreditEstimate } from "#domain/pricing/credit-estimate.ts";
import type { NearbyCars } from "#domain/pre-approval/nearby-cars.server.ts";
import { WIDER_KM, type Within } from "#domain/search/nearby-cars.ts";
import type { Agreement, TickedBox } from "#forms/gates.ts";
import { hasChosenEnglish, isFrenchFirst } from "#forms/english-chosen.ts";
import { translateIn } from "#forms/translate.server.ts";
import { m } from "#messages/messages.js";
import {
  proposeBudget,
  type WantedCar,
  findWantedCar,
} from "#domain/pre-approval/wanted-car.server.ts";
import {
  NO_PREFILL,
  type Prefill,
  type PrefillInput,
  type Wizard,
} from "#pages/public/form-journey/wizard.ts";
import { now } from "#platform/clock/clock.server.ts";
import { USUAL_LOAN } from "#values/loan-choice.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { findMatches } from "./find-matches.server.ts";

export type PreApprovalExtras = {
  form: "pre-approval";
  /** The chosen type's code; null before the first answer. */
  carType: string | null;
  /** The car that the request is about; null if it began without one. */
  car: WantedCar | null;
  /**
   * On the last step, for a person too young for a credit contract in their province; else null.
   */
  creditAgeNote: string | null;
};

export type PanelBoxes = {
  contact: PanelBox;
  /** Null if no dealership serves the area. */
  share: (PanelBox & { dealershipId: string; mailedBesides: string }) | null;
};
export type PanelBox = { text: string; isTicked: boolean };

export type QualifiedPanelData = {
  gate: typeof QUALIFIED_GATE.name;
  /** As chosen: "Calgary, AB". */
  location: string;
  matching: string;
  /** When the dealership gets the answers, by the site's setting. */
  passing: string;
  boxes: PanelBoxes;
  /** If the texts of the boxes must be shown in French first; else null. */
  french: { texts: readonly string[]; href: string; isEnglishChosen: boolean } | null;
  matches: NearbyCars;
  car: WantedCar | null;
  /** What the payments of the cars are based on. */
  estimate: CreditEstimate;
};

export const preApprovalWizard: Wizard<PreApprovalExtras, QualifiedPanelData> = {
  handler: preApprovalHandler,
  description: () => m.pre_approval_meta_description(),
  phone: { slug: "contact", purpose: "pre_approval", control: "phoneNumber" },

  prefill,

  async findExtras({ answers, slug, visitor }) {
    const { locale } = visitor;
    const { carType, listing }: PreApprovalAnswers = answers;
    const words = { locale, translate: translateIn(locale) };
    const note = slug === "contact" ? creditAgeNote(answers, now(), words) : undefined;
    return {
      form: "pre-approval",
      carType: carType ?? null,
      car: await findCarOf(visitor, listing),
      creditAgeNote: note ?? null,
    };
  },

  findPanel: (_gate, { answers, consents, visitor, query }) =>
    findPanel({ answers, consents }, visitor, readWithin(query.get("within"))),

  readBoxes,
  contract: { provinceOf: findProvince, isMade: (ticked) => ticked.length > 0 },
};

function findProvince({ vehicleLocation }: PreApprovalAnswers) {
  return vehicleLocation?.province;
}

/**
 * A person who comes from a listing (`?listing=`) brings its car: its type is filled in on the
 * first step, its monthly cost on the second. Both can be changed; an empty parameter drops the
 * car.
 */
async function prefill(
  slug: string,
  { answers, request, visitor }: PrefillInput,
): Promise<Prefill> {
  const input: PreApprovalAnswers = answers;
  const { listing, budget, creditRating, monthlyIncome } = input;
  if (slug === "vehicle-type") {
    const requested = new URL(request.url).searchParams.get("listing");
    if (requested === null) return NO_PREFILL;
    const car = await findCarOf(visitor, requested);
    if (!car) return { answers: { listing: undefined }, sources: {} };
    const { id, bodyType } = car.listing;
    return { answers: { listing: id, carType: bodyType }, sources: { carType: "listing" } };
  }
  if (slug === "budget" && budget === undefined) {
    const car = await findCarOf(visitor, listing);
    const { province, locale, loan = USUAL_LOAN } = visitor;
    const reader = { provinceCode: province ?? null, locale, loan };
    const proposed = car && proposeBudget(car.listing, reader, creditRating);
    if (proposed) return { answers: { budget: proposed }, sources: { budget: "listing" } };
  }
  if (slug === "monthly-income" && monthlyIncome === undefined) {
    const proposed = proposeMonthlyIncome(input);
    if (proposed !== null)
      return { answers: { monthlyIncome: proposed }, sources: { monthlyIncome: "income" } };
  }
  return NO_PREFILL;
}

/** The car, at the price agreed with its seller if there is one. */
async function findCarOf({ user }: Visitor, listing: string | undefined) {
  return findWantedCar(listing, await findAgreedPrice(listing, user?.id));
}

/** The distance that the link for a wider search contains. */
function readWithin(value: string | null): Within {
  if (value === "province") return value;
  return value === String(WIDER_KM) ? WIDER_KM : null;
}

/** The data of the qualified panel. */
async function findPanel(
  { answers, consents }: { answers: PreApprovalAnswers; consents: readonly Agreement[] },
  visitor: Visitor,
  within: Within,
): Promise<QualifiedPanelData> {
  const matches = await findMatches(answers, { loan: visitor.loan, within });
  if (!matches || !answers.vehicleLocation)
    throw new Error("The panel opened before the questions that it rests on were answered.");
  const isInFrench = isFrenchFirst(visitor.locale, findProvince(answers));
  return {
    gate: QUALIFIED_GATE.name,
    location: answers.vehicleLocation.text,
    matching: QUALIFIED_GATE.until.words(visitor.locale),
    passing: await describePassing(visitor.locale),
    boxes: await findBoxes({ answers, consents }, visitor.locale),
    french: isInFrench ? await findFrench({ answers, consents }, visitor.locale) : null,
    car: await findCarOf(visitor, answers.listing),
    matches: matches.cars,
    estimate: matches.estimate,
  };
}

async function findFrench(
  progress: { answers: PreApprovalAnswers; consents: readonly Agreement[] },
  locale: Locale,
) {
  const { contact, share } = await findBoxes(progress, "fr");
  return {
    texts: [
      contact.text,
      ...(share ? [share.text] : []),
      QUALIFIED_GATE.until.words("fr"),
      ...(share ? [await describePassing("fr")] : []),
    ],
    href: hrefIn(paths.preApprovalQualified(), "fr"),
    isEnglishChosen: hasChosenEnglish(progress.consents, locale),
  };
}

const PASSING = {
  at_once: m.pre_approval_qualified_passing_at_once,
  after_staff: m.pre_approval_qualified_passing_after_staff,
} as const;

async function describePassing(locale: Locale): Promise<string> {
  const { passingOn } = await readShownSettings();
  return PASSING[passingOn]({}, { locale });
}

/** Unticked, except what was ticked before with the same text. */
async function findBoxes(
  { answers, consents }: { answers: PreApprovalAnswers; consents: readonly Agreement[] },
  locale: Locale,
): Promise<PanelBoxes> {
  const draw = ({ purpose, text }: TickedBox): PanelBox => ({
    text,
    isTicked: consents.some((each) => each.purpose === purpose && each.text === text),
  });
  const named = await findDealershipToName(answers);
  const { leadMailAlso: further } = await readShownSettings();
  const stated = { dealershipId: named?.id ?? "", mailedBesides: further.join(",") };
  return {
    contact: draw(buildContactBox(locale)),
    share: named && { ...draw(buildShareBox(named, further, locale)), ...stated },
  };
}
