import { listValuesToFill } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import { lookUpVin } from "#domain/catalogue/vin-decoder/vin-look-up.server.ts";
import { type DrawnCar, describeDrawnCar } from "#domain/sell-request/drawn-car.ts";
import { vehicleOfferForm } from "#domain/sell-request/offer-request.form.ts";
import {
  listRequestPhotos,
  type RequestPhoto,
} from "#domain/sell-request/request-photos.server.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import { type SellCarAnswers, sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { TERMS_GATE, type TermsSection, termsSections } from "#domain/sell-request/sell-terms.ts";
import { findNewestVinOffer } from "#domain/sell-request/vin-offer.server.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { hasChosenEnglish, isFrenchFirst } from "#forms/english-chosen.ts";
import { isBlank, type RawFields, rawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { readForm, readStep } from "#forms/read-form.ts";
import { m } from "#messages/messages.js";
import {
  NO_PREFILL,
  type Prefill,
  type PrefillInput,
  type PrefillSource,
  type Wizard,
} from "#pages/public/form-journey/wizard.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isBodyType, STYLE_OF_BODY_TYPE } from "#values/vehicle.ts";
import { readVin } from "#values/vin.ts";

export type SellCarExtras = {
  form: "sell-car";
  car: DrawnCar;
  /** On the step that leads to them, and on the last one. */
  photos: readonly RequestPhoto[];
};

export type TermsPanelData = {
  gate: typeof TERMS_GATE.name;
  sections: readonly TermsSection[];
  /** Set if the terms must be shown in French first. */
  french: { sections: readonly TermsSection[]; href: string; isEnglishChosen: boolean } | null;
};

export const sellCarWizard: Wizard<SellCarExtras, TermsPanelData> = {
  handler: sellCarHandler,
  description: () => m.sell_car_meta_description(),
  phone: { slug: "contact", purpose: "sell_car", control: "sellerPhone" },
  vinFills: {
    year: "year",
    make: "make",
    model: "model",
    body: "bodyType",
    bodyTrim: "bodyTrim",
  },
  fillIn: fillInStyle,
  prefill,

  async findExtras({ answers, draftId, slug, visitor: { locale } }) {
    const hasPhotos = STEPS_WITH_PHOTOS.includes(slug) && draftId !== "";
    const photos = hasPhotos ? await listRequestPhotos(draftId) : [];
    return { form: "sell-car", car: describeDrawnCar(answers, locale), photos };
  },

  findPanel: (_gate, { answers, consents, visitor }) => ({
    gate: TERMS_GATE.name,
    sections: termsSections(visitor.locale),
    french: isFrenchFirst(visitor.locale, findProvince(answers) ?? visitor.province)
      ? {
          sections: termsSections("fr"),
          href: hrefIn(paths.sellCarTerms(), "fr"),
          isEnglishChosen: hasChosenEnglish(consents, visitor.locale),
        }
      : null,
  }),

  contract: { provinceOf: findProvince, isMade: () => true },
};

function findProvince({ province }: SellCarAnswers) {
  return province;
}

const STEPS_WITH_PHOTOS = ["additional-details", "review"];

/** Fills in a blank style: the one nearest to the body type. */
function fillInStyle(raw: RawFields): RawFields {
  const bodyType = rawValue(raw, "bodyType");
  if (!isBlank(raw, ["style"]) || !isBodyType(bodyType)) return raw;
  return new Map([...raw, ["style", [STYLE_OF_BODY_TYPE[bodyType]]]]);
}

/** The values that can be prefilled on a step, so that nothing is asked twice. */
async function prefill(
  slug: string,
  { answers, request, visitor }: PrefillInput,
): Promise<Prefill> {
  const { manufactureYear, year }: SellCarAnswers = answers;
  switch (slug) {
    case "car-detail":
      return prefillCar(request, visitor);
    case "specifications":
      return manufactureYear === undefined && year !== undefined
        ? prefillFrom({ manufactureYear: year }, "model_year")
        : NO_PREFILL;
    case "contact":
      return mergePrefills(
        await prefillFromVinOffer(answers, visitor),
        prefillFrom(readFromAccount(answers, visitor), "account"),
      );
    default:
      return NO_PREFILL;
  }
}

/** The car in the address, and the facts decoded from its VIN. */
async function prefillCar(request: Request, visitor: Visitor): Promise<Prefill> {
  const input = readCarFromAddress(request, visitor);
  const { vin } = input;
  if (typeof vin !== "string") return prefillFrom(input, "offer");
  const lookup = await lookUpVin(vin, { ipAddress: visitor.ipAddress });
  const { result } = lookup;
  if (result.state !== "decoded" && result.state !== "unknown") return prefillFrom(input, "offer");
  const values = listValuesToFill(result, sellCarWizard.vinFills ?? {});
  const fields = fillInStyle(rawFields(Object.fromEntries(values)));
  const context = readContextFor(visitor.locale, now());
  const { answers } = readStep(sellCarForm, CAR_STEP, fields, {}, context);
  return { answers: { ...answers, ...input }, sources: { vin: "vin" } };
}

const CAR_STEP = sellCarForm.steps[0].slug;

/** The contact that they entered for the result of their VIN. */
async function prefillFromVinOffer(
  { vin, ...answers }: SellCarAnswers,
  visitor: Visitor,
): Promise<Prefill> {
  const offer = vin === undefined ? null : await findNewestVinOffer(visitor);
  if (!offer?.contact || offer.vin !== vin) return NO_PREFILL;
  const control = offer.contact.includes("@") ? "sellerEmail" : "sellerPhone";
  if (answers[control] !== undefined) return NO_PREFILL;
  return prefillFrom({ [control]: offer.contact }, "vin_offer");
}

/** The second overrides the first. */
function mergePrefills(one: Prefill, other: Prefill): Prefill {
  return {
    answers: { ...one.answers, ...other.answers },
    sources: { ...one.sources, ...other.sources },
  };
}

function prefillFrom(answers: Answers, source: PrefillSource): Prefill {
  const names = Object.keys(answers);
  return { answers, sources: Object.fromEntries(names.map((name) => [name, source])) };
}

/**
 * The five values of the offer form from the address. Only values that the form itself would
 * accept: a link made by somebody else must not put text into our page.
 */
function readCarFromAddress(request: Request, { locale }: Visitor): Answers {
  const raw = rawFields(new URL(request.url).searchParams);
  const { year, ...car } = readForm(vehicleOfferForm, raw, readContextFor(locale, now())).answers;
  const vin = readVin(rawValue(raw, "vin"));
  return { ...(vin.ok && { vin: vin.vin }), ...(year && { year: Number(year) }), ...car };
}

function readFromAccount(answers: SellCarAnswers, { user }: Visitor): Answers {
  if (!user) return {};
  const phone = answers.sellerPhone === undefined ? user.phone : null;
  const name = answers.sellerName === undefined ? user.name : "";
  return {
    ...(name && { sellerName: name }),
    ...(phone && { sellerPhone: phone }),
    sellerEmail: user.email,
  };
}
