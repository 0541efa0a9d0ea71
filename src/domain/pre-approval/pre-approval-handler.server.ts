import { findAgreedPrice } from "#domain/deal/deal-queries.server.ts";
import { declaredComments } from "#domain/declaration/describe-declared.server.ts";
import { formHandler, tickedConsents } from "#domain/lead/form-handler.ts";
import { canGetCode, verifiedAt } from "#domain/phone-verification/phone-verification.server.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { writeLoan } from "./pre-approval-credit.ts";
import { PRE_APPROVAL_CLASSES } from "./pre-approval-classes.ts";
import { findNamedDealership } from "./panel-boxes.server.ts";
import {
  PANEL_CHANNEL,
  type PreApprovalAnswers,
  preApprovalForm,
  QUALIFIED_GATE,
} from "./pre-approval.form.ts";
import {
  describeAskedCar,
  describeCustomer,
  describePhone,
  monthlyBudget,
  withDownPayment,
} from "#domain/lead/adf/adf-lead.ts";
import type { LeadFacts, LeadSender } from "#domain/lead/lead.ts";
import type { AdfReading, AdfRequest } from "#domain/lead/lead-form.ts";
import { summaryLines } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { listMailed, pickClasses } from "#values/data-class.ts";
import { isBudget, monthlyRange } from "#values/budget.ts";
import { bodyTypeFromPreApproval } from "#values/vehicle.ts";
import { bodyTypeLabel } from "#values/vehicle-label.ts";

/** Handles a pre-approval request. */
export const preApprovalHandler = formHandler(preApprovalForm, {
  offeredAs: "pre_approval",
  postName: "pre-approval",
  sentPath: paths.preApprovalSent,
  verifyPath: paths.preApprovalStep("contact"),

  async decide(answers, { sender, draft }) {
    const { visitorHash, locale } = sender;
    const { phoneNumber: phone } = answers;
    const owner = { visitorHash, phone, purpose: "pre_approval" } as const;
    const phoneVerifiedAt = await verifiedAt(owner);
    const asker = { ipAddress: sender.ipAddress, userId: sender.user?.id ?? null };
    // SPEC.md §4 requires a verified phone: from everybody whose phone can receive a code.
    if (!phoneVerifiedAt && (await canGetCode(owner, asker)))
      return { ok: false, fieldErrors: [{ question: "phoneNumber", code: "phone_not_verified" }] };
    // Even if it was sold meanwhile: it is the car that the person asked about.
    const car = answers.listing ? await findPostedListing(answers.listing) : null;
    // A post that never saw the panel has no ticked boxes: such a lead stays with our own staff.
    const ticked = tickedConsents(QUALIFIED_GATE, draft, PANEL_CHANNEL);
    const named = ticked.find(({ dealershipId }) => dealershipId)?.dealershipId;
    return {
      ok: true,
      // If the named dealership accepts no requests any more, the lead goes to no other one
      // instead.
      isEmbargoed: Boolean(named) && !(await findNamedDealership(named ?? "")),
      learned: {
        listing: car?.id,
        listingName: car ? formatCarName(car, locale) : undefined,
        agreedPrice: (await findAgreedPrice(car?.id, sender.user?.id)) ?? undefined,
        ...(sender.loan && writeLoan(sender.loan)),
      },
      sellingDealershipId: car?.dealershipId,
      facts: {
        kind: "pre_approval",
        ...readSender(answers),
        phoneVerifiedAt,
      },
      consents: ticked,
    };
  },

  adf: preApprovalAdf,
  readSender,
  classes: PRE_APPROVAL_CLASSES,
});

function readSender(answers: PreApprovalAnswers): LeadSender {
  const { firstName = "", lastName = "", email = null, phoneNumber, vehicleLocation } = answers;
  return {
    firstName,
    lastName,
    email,
    phone: phoneNumber ?? null,
    city: vehicleLocation?.city ?? vehicleLocation?.text ?? null,
    provinceCode: vehicleLocation?.province ?? null,
    lat: vehicleLocation?.lat ?? null,
    lon: vehicleLocation?.lon ?? null,
  };
}

/**
 * A pre-approval for a dealership's CRM: a purchase to be financed within a monthly budget, of the
 * car that the applicant came from, or of any car of a type. It is in the dealership's language;
 * the applicant's language is in the comments.
 */
async function preApprovalAdf(
  answers: PreApprovalAnswers,
  facts: LeadFacts,
  { sender, reader: locale, further }: AdfReading,
): Promise<AdfRequest> {
  const car = answers.listing ? await findPostedListing(answers.listing) : null;
  const bodyType = answers.carType ? bodyTypeFromPreApproval(answers.carType) : null;
  const finance = isBudget(answers.budget)
    ? monthlyBudget(monthlyRange(answers.budget))
    : undefined;
  const words = { locale, translate: translateIn(locale) };
  const stated = pickClasses(answers, PRE_APPROVAL_CLASSES, listMailed(further));
  return {
    interest: "buy",
    vehicle: {
      ...(car && {
        ...describeAskedCar(car, answers.agreedPrice),
        comments: declaredComments(car, locale),
      }),
      ...(bodyType ? { bodyStyle: bodyTypeLabel(bodyType, locale) } : {}),
      condition: "unknown",
      ...(finance ? { finance: withDownPayment(finance, answers.downPayment) } : {}),
    },
    customer: {
      ...describeCustomer(facts),
      preferredLanguage: sender,
      comments: [
        describePhone(facts, locale),
        ...summaryLines(preApprovalForm, stated, words),
        ...(car && !car.isForSale && !answers.agreedPrice
          ? [m.adf_not_for_sale({}, { locale })]
          : []),
      ].join("\n"),
    },
  };
}
