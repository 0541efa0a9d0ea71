import { creditAgeNote } from "#domain/pre-approval/credit-age-note.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { type PreApprovalAnswers, QUALIFIED_GATE } from "#domain/pre-approval/pre-approval.form.ts";
import { type NearbyCars, findNearbyCars } from "#domain/search/nearby-cars.server.ts";
import { translateIn } from "#forms/translate.server.ts";
import { m } from "#messages/messages.js";
import type { Wizard } from "#pages/public/form-journey/wizard.ts";
import { now } from "#platform/clock/clock.server.ts";
import { isBudget, monthlyRange } from "#values/budget.ts";
import { isCreditBand } from "#values/credit-band.ts";
import type { Locale } from "#values/locale.ts";
import { bodyTypeFromPreApproval } from "#values/vehicle.ts";

export type PreApprovalOwn = {
  form: "pre-approval";
  /** The chosen type's code; null before the first answer. */
  carType: string | null;
  /** On the last step, for somebody too young for a credit contract where they live. */
  creditAgeNote: string | null;
};

export type QualifiedPanelData = {
  gate: typeof QUALIFIED_GATE.name;
  /** As chosen: "Calgary, AB". */
  location: string;
  consentText: string;
  matches: NearbyCars;
};

export const preApprovalWizard: Wizard<PreApprovalOwn, QualifiedPanelData> = {
  handler: preApprovalHandler,
  description: () => m.pre_approval_meta_description(),
  phone: { slug: "contact", purpose: "pre_approval", control: "phoneNumber" },

  findOwn({ answers, slug, visitor: { locale } }) {
    const { carType }: PreApprovalAnswers = answers;
    const words = { locale, translate: translateIn(locale) };
    const note = slug === "contact" ? creditAgeNote(answers, now(), words) : undefined;
    return { form: "pre-approval", carType: carType ?? null, creditAgeNote: note ?? null };
  },

  findPanel: (_gate, { answers, visitor }) => findMatches(answers, visitor.locale),
};

/** What the qualified panel shows: a real search of the inventory by type, budget and place. */
async function findMatches(
  { carType, budget, creditRating, vehicleLocation: place }: PreApprovalAnswers,
  locale: Locale,
): Promise<QualifiedPanelData> {
  if (!carType || !budget || !creditRating || !place)
    throw new Error("The panel opened before the questions that it rests on were answered.");
  return {
    gate: QUALIFIED_GATE.name,
    location: place.text,
    consentText: QUALIFIED_GATE.until.words(locale),
    matches: await findNearbyCars({
      bodyType: bodyTypeFromPreApproval(carType) ?? "sedan",
      budget: monthlyRange(isBudget(budget) ? budget : "over_600"),
      creditBand: isCreditBand(creditRating) ? creditRating : "none",
      provinceCode: place.province,
      lat: place.lat ?? null,
      lon: place.lon ?? null,
    }),
  };
}
