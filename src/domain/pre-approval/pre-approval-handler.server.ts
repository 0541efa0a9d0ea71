import { findAgreedPrice } from "#domain/deal/deal-queries.server.ts";
import { declaredComments } from "#domain/declaration/describe-declared.server.ts";
import { marketingConsents } from "#domain/lead/consent.ts";
import { formHandler, gateConsents } from "#domain/lead/form-handler.ts";
import { canGetCode, verifiedAt } from "#domain/phone-verification/phone-verification.server.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import { paths } from "#site/paths.ts";
import { type PreApprovalAnswers, preApprovalForm, QUALIFIED_GATE } from "./pre-approval.form.ts";
import {
  describeAskedCar,
  describeCustomer,
  describePhone,
  monthlyBudget,
} from "#domain/lead/adf/adf-lead.ts";
import type { LeadFacts } from "#domain/lead/lead.ts";
import type { AdfRequest } from "#domain/lead/lead-form.ts";
import { summaryLines } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { isBudget, monthlyRange } from "#values/budget.ts";
import type { Locale } from "#values/locale.ts";
import { bodyTypeFromPreApproval } from "#values/vehicle.ts";
import { bodyTypeLabel } from "#values/vehicle-label.ts";

/** How the business takes in a pre-approval request. */
export const preApprovalHandler = formHandler(preApprovalForm, {
  postName: "pre-approval",
  sentPath: paths.preApprovalSent,
  verifyPath: paths.preApprovalStep("contact"),

  async decide(answers, { sender, draft, raw, at }) {
    const { visitorHash, locale } = sender;
    const { firstName, lastName, email, phoneNumber: phone, vehicleLocation: place } = answers;
    const owner = { visitorHash, phone, purpose: "pre_approval" } as const;
    const phoneVerifiedAt = await verifiedAt(owner);
    const asker = { ipAddress: sender.ipAddress, userId: sender.user?.id ?? null };
    // SPEC.md §4 demands a verified phone: of everybody who can have a code.
    if (!phoneVerifiedAt && (await canGetCode(owner, asker)))
      return { ok: false, fieldErrors: [{ question: "phoneNumber", code: "phone_not_verified" }] };
    // Sold meanwhile or not: it is what the person asked for.
    const car = answers.listing ? await findPostedListing(answers.listing) : null;
    return {
      ok: true,
      learned: {
        listing: car?.id,
        listingName: car ? formatListingTitle(car, locale) : undefined,
        agreedPrice: (await findAgreedPrice(car?.id, sender.user?.id)) ?? undefined,
      },
      sellingDealershipId: car?.dealershipId,
      facts: {
        kind: "pre_approval",
        firstName,
        lastName,
        email,
        phone,
        phoneVerifiedAt,
        city: place.city ?? place.text,
        provinceCode: place.province,
        lat: place.lat ?? null,
        lon: place.lon ?? null,
      },
      consents: [
        // A post that never saw the panel brings none: such a lead stays with our own staff.
        ...gateConsents(QUALIFIED_GATE, draft, "web: pre-approval, qualified panel, Continue"),
        ...marketingConsents(raw, { locale, form: "pre-approval", givenAt: at }),
      ],
    };
  },

  adf: preApprovalAdf,
});

/**
 * A pre-approval as a dealership's CRM reads it: a purchase to be financed within a monthly budget,
 * of the car that the applicant came from, or of any of a type.
 * The dealership works in English; the applicant's language stands in the comments.
 */
async function preApprovalAdf(
  answers: PreApprovalAnswers,
  facts: LeadFacts,
  locale: Locale,
): Promise<AdfRequest> {
  const car = answers.listing ? await findPostedListing(answers.listing) : null;
  const bodyType = answers.carType ? bodyTypeFromPreApproval(answers.carType) : null;
  const finance = isBudget(answers.budget)
    ? monthlyBudget(monthlyRange(answers.budget))
    : undefined;
  const english = { locale: "en", translate: translateIn("en") } as const;
  return {
    interest: "buy",
    vehicle: {
      ...(car && {
        ...describeAskedCar(car, answers.agreedPrice),
        comments: declaredComments(car),
      }),
      ...(bodyType ? { bodyStyle: bodyTypeLabel(bodyType, "en") } : {}),
      condition: "unknown",
      ...(finance ? { finance } : {}),
    },
    customer: {
      ...describeCustomer(facts),
      preferredLanguage: locale,
      comments: [
        describePhone(facts),
        ...summaryLines(preApprovalForm, answers, english),
        ...(car && !car.isForSale && !answers.agreedPrice
          ? ["The vehicle asked for is no longer for sale."]
          : []),
      ].join("\n"),
    },
  };
}
