import { data } from "react-router";
import { type FieldError, locateFieldError, type RefusedAnswer } from "#forms/field-error.ts";
import { isStaffChangeRefusal } from "#domain/staff-change/staff-change.ts";
import { describeStaffRefusal, readPriceReason, viewPriceReason } from "./on-behalf.server.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import type { ErrorSummary, FormView, StepView } from "#forms/view-model.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { m } from "#messages/messages.js";
import { defineCommands, runCommand } from "#pages/command/commands.server.ts";
import { type PageArgs, redirectTo } from "#pages/session/guards.server.ts";
import { viewStepFor } from "#pages/public/form-journey/visitor-step.server.ts";
import {
  LOOK_UP_VIN,
  type VinResult,
  type VinFills,
} from "#domain/catalogue/vin-decoder/vin-fills.ts";
import { handleVinLookUp } from "#domain/catalogue/vin-decoder/vin-look-up.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { listingForm, LISTING_VIN_FILLS, sameCarForm } from "#domain/listing/listing.form.ts";
import type { ListingFields } from "#domain/listing/listing-answers.ts";
import { readListing } from "#domain/listing/write-listing.server.ts";
import type { updateListing } from "#domain/sale/write-own-listing.server.ts";
import type { DescribedFinding } from "#domain/ad-rules/describe-finding.server.ts";
import type { Finding } from "#domain/ad-rules/find-findings.ts";
import { describeAll, findAdNotes, toRefusedAnswers } from "./ad-notes.server.ts";
import { type AdSeller, readAdStatement, viewAdStatement } from "./ad-statement.server.ts";
import type { OwnCar } from "#domain/sale/own-car.server.ts";
import { translateIn } from "#forms/translate.server.ts";
import { viewForm } from "#forms/view-form.ts";
import { today } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { SAME_CAR_SHOWN_CONTROL } from "./same-car-control.ts";

/** All steps of the form, for one page. */
export type ListingFormView = {
  steps: readonly StepView[];
  errorSummary: ErrorSummary | undefined;
  /** The controls that a VIN can fill in. */
  vinFills: VinFills;
  /** The result of the VIN button, if it was pressed without JavaScript. */
  vinResult?: VinResult;
  /** The question why the price is changed, for staff who edit another person's listing. */
  priceReason?: FormView | null;
  sameCar?: SameCarView | null;
  /** The seller's statement about the ad itself. */
  adStatement?: FormView | null;
  /** The findings of the ad rules, if they were checked. */
  adNotes?: readonly DescribedFinding[];
};

/** Asked if the seller already offers a car with this VIN. */
export type SameCarView = { question: FormView; otherPath: string };

type Filled = {
  answers: Answers;
  typed?: RawFields;
  fieldErrors?: readonly FieldError[];
  priceReason?: FormView | null;
  sameCar?: SameCarView | null;
  adStatement?: FormView | null;
  adNotes?: readonly DescribedFinding[];
  /** An error that belongs to no field. */
  message?: string | null;
};

export function viewListingForm(
  visitor: Visitor,
  { priceReason = null, sameCar = null, adStatement = null, adNotes, ...others }: Filled,
): ListingFormView {
  const { message = null, ...filled } = others;
  const steps = listingForm.steps.map(({ slug }) =>
    viewStepFor(listingForm, slug, { ...filled, visitor, submissionId: "" }),
  );
  const beside = [sameCar?.question, adStatement, priceReason].filter((part) => part != null);
  const items = [...steps, ...beside].flatMap((part) => part.errorSummary?.items ?? []);
  const isWrong = items.length > 0 || message !== null;
  const requested = sameCar && {
    question: m.seller_same_car_asked(),
    text: m.seller_same_car_label(),
    items: [],
  };
  return {
    steps,
    priceReason,
    sameCar,
    adStatement,
    ...(adNotes && { adNotes }),
    errorSummary: isWrong
      ? { items, ...(message !== null && { text: message }) }
      : (requested ?? undefined),
    vinFills: LISTING_VIN_FILLS,
  };
}

/** Who saves the listing, how it is saved, and where the page leads. */
type ListingFormSubject = {
  user: SignedInUser;
  visitor: Visitor;
  /** The kind of seller; `staff` if staff edit another person's listing. */
  seller: AdSeller;
  write: (
    user: SignedInUser,
    fields: ListingFields,
    said: { reason: string; isSameCar: boolean | null },
  ) => Promise<Awaited<ReturnType<typeof updateListing>>>;
  next: { saved: (id: string) => string; refused: string };
};

const commands = defineCommands<ListingFormSubject>()({
  write: { run: ({ post }, ad) => handleWrite(post.raw, ad) },
  // Two buttons that work without JavaScript.
  [LOOK_UP_VIN]: {
    async run({ post: { raw } }, { visitor, seller }) {
      const { ipAddress } = visitor;
      const lookup = await handleVinLookUp(raw, { fills: LISTING_VIN_FILLS, ipAddress });
      const view = viewListingForm(visitor, {
        answers: {},
        typed: lookup.typed,
        priceReason: seller === "staff" ? viewPriceReason(visitor, raw) : null,
        adStatement: viewAdStatement(visitor, seller, { typed: raw }),
      });
      return data({ ...view, vinResult: lookup.result }, lookup.init);
    },
  },
  "check-ad": {
    async run({ post: { raw } }, { user, visitor, seller }) {
      const adStatement = viewAdStatement(visitor, seller, { typed: raw });
      const { notes: adNotes } = await findAdNotes(raw, user, visitor);
      return data(viewListingForm(visitor, { answers: {}, typed: raw, adStatement, adNotes }));
    },
  },
});
export type ListingFormPress = keyof typeof commands;

/**
 * Handles a post of the form: saves it and redirects, or shows everything as typed with the errors.
 */
export function handleListingForm(
  args: PageArgs,
  who: Omit<ListingFormSubject, "write" | "next">,
  write: ListingFormSubject["write"],
  next: ListingFormSubject["next"],
) {
  return runCommand(args, commands, { ...who, write, next }, { otherwise: "write" });
}

async function handleWrite(
  raw: RawFields,
  { user, visitor, seller, write, next }: ListingFormSubject,
) {
  const isOnBehalf = seller === "staff";
  const reading = readListing(raw, visitor.locale);
  const adReading = readAdStatement(raw, seller, visitor);
  const why = isOnBehalf ? readPriceReason(raw, visitor) : ({ ok: true, reason: "" } as const);
  const refuse = (
    { answers, fieldErrors = [], sameCar = null, adNotes = [] }: Filled,
    refused: readonly RefusedAnswer[] = [],
    message: string | null = null,
    refusedOfAd: readonly RefusedAnswer[] = adReading.ok ? [] : adReading.fieldErrors,
  ) => {
    const priceReason = isOnBehalf ? viewPriceReason(visitor, raw, refused) : null;
    const adStatement = viewAdStatement(visitor, seller, { typed: raw, refused: refusedOfAd });
    const others = { priceReason, sameCar, adStatement, adNotes, message };
    const filled = { answers, fieldErrors, typed: raw, ...others };
    return data(viewListingForm(visitor, filled), { status: 422 });
  };
  const refuseAd = (musts: readonly Finding[]) => {
    const { listing, statement } = toRefusedAnswers(musts, visitor.locale);
    const fieldErrors = listing.map((each) => locateFieldError(listingForm, each));
    const adNotes = describeAll(musts, visitor.locale, false);
    return refuse({ answers: {}, fieldErrors, adNotes }, [], null, statement);
  };
  if (!reading.ok) return refuse(reading, why.ok ? [] : why.fieldErrors);
  if (!why.ok) return refuse({ answers: {} }, why.fieldErrors);
  if (!adReading.ok) return refuse({ answers: {} });
  const { musts } = seller === "dealership" ? await findAdNotes(raw, user, visitor) : { musts: [] };
  if (musts.length > 0) return refuseAd(musts);
  const sameCarSaid = readSameCar(raw);
  const isSameCar = sameCarSaid === "" ? null : sameCarSaid === "yes";
  const fields = { ...reading.fields, ...adReading.statement };
  const written = await write(user, fields, { reason: why.reason, isSameCar });
  if (written.ok) throw redirectTo(`${hrefIn(next.saved(written.id))}?done=saved`);
  if (written.code === "same_vin") {
    const sameCar = viewSameCar(visitor, raw, written.own);
    // A VIN belongs to one car: if this is another car, one of the two VINs is mistyped.
    const fieldErrors =
      sameCarSaid === "no"
        ? [locateFieldError(listingForm, { question: "vin", code: "another_car" })]
        : [];
    return refuse({ answers: {}, fieldErrors, sameCar });
  }
  if (written.code === "ad_breaks_rule") return refuseAd(written.findings);
  if (written.code === "car_taken") return refuse({ answers: {} }, [], m.seller_failed_car_taken());
  if (written.code === "both_taken")
    return refuse({ answers: {} }, [], m.sale_refused_both_taken());
  if (written.code === "not_found") throw data(null, { status: 404 });
  if (isStaffChangeRefusal(written.code)) {
    const { fieldErrors, message } = describeStaffRefusal(written.code);
    return refuse({ answers: {} }, fieldErrors, message);
  }
  throw redirectTo(`${hrefIn(next.refused)}?failed=${written.code}`);
}

/** "yes", "no", or "" where nothing was said. */
function readSameCar(raw: RawFields): "yes" | "no" | "" {
  const value = rawValue(raw, "sameCar");
  return value === "yes" || value === "no" ? value : "";
}

/** Whether the page showed the question. */
function wasAsked(raw: RawFields): boolean {
  return rawValue(raw, SAME_CAR_SHOWN_CONTROL) !== "";
}

/**
 * The question whether the car is the one that its seller already offers. A missing answer is only
 * an error if the question was shown.
 */
function viewSameCar(
  { locale }: Pick<Visitor, "locale">,
  raw: RawFields,
  own: OwnCar,
): SameCarView {
  const missing = { question: "sameCar", code: "missing" } as const;
  const question = viewForm(sameCarForm, {
    answers: {},
    typed: raw,
    locale,
    translate: translateIn(locale),
    today: today(),
    fieldErrors:
      wasAsked(raw) && readSameCar(raw) === "" ? [locateFieldError(sameCarForm, missing)] : [],
  });
  const otherPath =
    own.kind === "listing" ? paths.sellerListing(own.id) : paths.sellRequest(own.reference);
  return { question, otherPath };
}
