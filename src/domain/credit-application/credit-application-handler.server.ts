import { findAgreedPrice } from "#domain/deal/deal-queries.server.ts";
import { declaredComments } from "#domain/declaration/describe-declared.server.ts";
import {
  type AdfVehicle,
  describeAskedCar,
  describeCustomer,
  describePhone,
  withDownPayment,
} from "#domain/lead/adf/adf-lead.ts";
import type { AdfReading, AdfRequest, StoredFacts } from "#domain/lead/lead-form.ts";
import type { ConsentInput } from "#domain/lead/consent.ts";
import { formHandler } from "#domain/lead/form-handler.ts";
import type { CreatedLead } from "#domain/lead/create-lead.server.ts";
import type { LeadFacts, LeadSender } from "#domain/lead/lead.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import { formatCarName } from "#values/car-name.ts";
import { findProofs } from "#domain/phone-verification/phone-verification.server.ts";
import { readShownSettings } from "#domain/setting/settings.server.ts";
import { buildEnglishBox, isFrenchFirst } from "#forms/english-chosen.ts";
import type { RefusedAnswer } from "#forms/field-error.ts";
import { summaryLines } from "#forms/answer-rows.ts";
import { translateIn } from "#forms/translate.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { type FurtherClass, listMailed, pickClasses } from "#values/data-class.ts";
import type { Locale } from "#values/locale.ts";
import { resolveLocation } from "#values/location/resolve-location.ts";
import { type CreditApplicationAnswers, creditApplicationForm } from "./credit-application.form.ts";
import { findMaxPayment } from "#domain/pricing/credit-estimate.ts";
import { writeLoan } from "#domain/pre-approval/pre-approval-credit.ts";
import { carryCredit } from "./application-credit.ts";
import { findPreApproved } from "./find-credit-estimate.server.ts";
import { computeMonthlyIncome } from "./monthly-income.ts";
import {
  findDraftPart,
  findInvitation,
  findJoint,
  nameCoApplicant,
} from "./co-applicant.server.ts";
import { CREDIT_APPLICATION_CLASSES } from "./credit-application-classes.ts";
import { joinApplication } from "./joint-application.server.ts";
import {
  BOX_VERSION,
  buildShareConsent,
  findDealershipToName,
  findNamedDealership,
} from "./share-consent.server.ts";
import { ageOn } from "#values/date-of-birth.ts";
import { calendarDay } from "#values/format.ts";
import { creditAge, MINIMUM_AGE, provinceTimeZone } from "#values/province.ts";

/**
 * Handles a credit application. SIN, licence number and dates of birth are stored only in the
 * submission's sealed blob. A verified phone is not required (SPEC.md §4 requires it for the
 * pre-approval only); the lead says whether the number was verified.
 */
export const creditApplicationHandler = formHandler(creditApplicationForm, {
  offeredAs: "credit_application",
  postName: "credit-application",
  sentPath: paths.creditApplicationSent,
  challenge: {
    budget: {
      name: "credit applications unproved",
      most: { address: { hour: 10 }, block: { hour: 40 }, network: { hour: 80 } },
    },
    phone: { question: "phone", purpose: "credit_application" },
    email: { question: "email" },
  },
  findDraftPart: (raw) => findDraftPart(rawValue(raw, "invitation")),
  resumePath: ({ invitation }) =>
    invitation ? paths.coApplication(invitation) : paths.creditApplication(),
  check: (answers, at, locale) => [
    ...refuseUnderCreditAge(answers, at),
    ...refuseEnglishUnchosen(answers, locale),
  ],

  async decide(answers, { sender: { visitorHash, locale, user, loan }, raw, at }) {
    const { phone, email } = answers;
    const further = answers.shareWithDealership ? (await readShownSettings()).leadMailAlso : [];
    const owner = { visitorHash, phone, purpose: "credit_application" } as const;
    const proofs = await findProofs(owner, email);
    // Even if it was sold meanwhile: it is the car that the person asked about.
    const car = answers.listing ? await findPostedListing(answers.listing) : null;
    const invitation = answers.invitation ? await findInvitation(answers.invitation) : null;
    const requested = invitation ? null : findAsked(answers, locale);
    // A post without this field did not come from our page: then it is the dealership that the page
    // would have named.
    const named = raw.has("dealership")
      ? await findNamedDealership(answers.dealership)
      : await findDealershipToName({ listing: car?.id });
    // Our page copies earlier answers into the form, so this is for other posts. It is not done for
    // an invited person: in the applicant's browser, the earlier answers are the applicant's.
    const isCarried = invitation !== null || answers.creditRating !== undefined;
    const known = isCarried ? null : await findPreApproved({ visitorHash, user });
    return {
      ok: true,
      learned: {
        ...(known && carryCredit(known)),
        ...(loan && !invitation && writeLoan(loan)),
        listing: car?.id,
        listingName: car ? formatCarName(car, locale) : undefined,
        agreedPrice: (await findAgreedPrice(car?.id, user?.id)) ?? undefined,
        invitation: undefined,
        dealership: undefined,
        coApplicantOf: invitation?.reference,
      },
      sellingDealershipId: car?.dealershipId,
      isInvited: invitation !== null,
      // A joint application is shown as one, or one of the two alone if the applicant decides so.
      isEmbargoed: invitation !== null || requested !== null,
      mailboxes: [invitation?.applicantEmail].filter((each) => each != null),
      // A single application needs no transaction: it is stored in one statement.
      ...((invitation || requested) && {
        async whenStored(transaction: Transaction, lead: CreatedLead) {
          if (invitation) await joinApplication(transaction, invitation, lead);
          if (requested) await nameCoApplicant(transaction, lead, requested);
        },
      }),
      facts: leadFacts(answers, proofs),
      consents: boxConsents(answers, { locale, givenAt: at, named, further }),
    };
  },

  adf: creditApplicationAdf,
  readSender,
  classes: CREDIT_APPLICATION_CLASSES,
});

/** The co-applicant to invite, if the applicant gave an address. */
function findAsked(
  { coApplicantEmail, coApplicantFirstName, coApplicantLastName }: CreditApplicationAnswers,
  locale: Locale,
) {
  if (!coApplicantEmail) return null;
  const [firstName, lastName] = [coApplicantFirstName ?? "", coApplicantLastName ?? ""];
  return { email: coApplicantEmail, firstName, lastName, locale };
}

function leadFacts(
  answers: CreditApplicationAnswers,
  proofs: Pick<LeadFacts, "phoneVerifiedAt" | "emailConfirmedAt">,
): LeadFacts {
  return { kind: "credit_application", ...readSender(answers), ...proofs };
}

function readSender(answers: CreditApplicationAnswers): LeadSender {
  const { firstName = "", lastName = "", email = null, phone = null } = answers;
  const { city = null, province = null } = answers;
  const location = city && province ? resolveLocation({ text: `${city}, ${province}` }) : null;
  return {
    firstName,
    lastName,
    email,
    phone,
    city,
    provinceCode: province,
    lat: location?.lat ?? null,
    lon: location?.lon ?? null,
  };
}

function refuseEnglishUnchosen(
  { province, englishChosen, creditCheck, shareWithDealership }: CreditApplicationAnswers,
  locale: Locale,
): readonly RefusedAnswer[] {
  const isOwed = isFrenchFirst(locale, province) && (creditCheck || shareWithDealership);
  return isOwed && !englishChosen ? [{ question: "englishChosen", code: "french_first" }] : [];
}

/** Each ticked box as its own consent, with the text beside it. */
function boxConsents(
  { englishChosen, creditCheck, shareWithDealership }: CreditApplicationAnswers,
  {
    locale,
    givenAt,
    named,
    further,
  }: {
    locale: Locale;
    givenAt: Date;
    named: { id: string; name: string } | null;
    further: readonly FurtherClass[];
  },
): ConsentInput[] {
  const input = { textVersion: BOX_VERSION, locale, channel: BOX_CHANNEL, givenAt };
  const creditText = m.credit_application_form_credit_check_label({}, { locale });
  const { text: languageText } = buildEnglishBox(locale);
  return [
    ...(englishChosen && locale === "en"
      ? [{ ...input, purpose: "contract_language" as const, text: languageText }]
      : []),
    ...(creditCheck ? [{ ...input, purpose: "credit_check" as const, text: creditText }] : []),
    ...(shareWithDealership
      ? [buildShareConsent(named, further, { locale, givenAt, channel: BOX_CHANNEL })]
      : []),
  ];
}

const BOX_CHANNEL = "web: credit-application, last section, checkbox";

/**
 * ADF requires an amount, but the form asks for none: this is the highest payment within lenders'
 * benchmarks, and the comments say so.
 */
function describeFinance(
  answers: CreditApplicationAnswers,
  locale: Locale,
): Partial<Pick<AdfVehicle, "finance" | "comments">> {
  const incomeCad = computeMonthlyIncome(answers)?.totalCad ?? null;
  const housingCad = answers.mortgageRentAmount ?? null;
  const amountCad = findMaxPayment({ incomeCad, housingCad }, "limit");
  if (!amountCad) return {};
  return {
    finance: withDownPayment(
      { method: "finance", amounts: [{ type: "monthly", limit: "maximum", amountCad }] },
      answers.downPayment,
    ),
    comments: m.adf_monthly_estimated({}, { locale }),
  };
}

/**
 * The application for a dealership's CRM: a purchase to be financed, with the car to be traded in.
 */
async function creditApplicationAdf(
  answers: CreditApplicationAnswers,
  facts: StoredFacts,
  { sender, reader: locale, further }: AdfReading,
): Promise<AdfRequest> {
  const joint = await findJoint(facts.submissionId);
  const car = answers.listing ? await findPostedListing(answers.listing) : null;
  const stated = pickClasses(answers, CREDIT_APPLICATION_CLASSES, listMailed(further));
  const { streetAddress, postalCode, tradeIn, tradeInDetails, vin, odometer, colour } = stated;
  const words = { locale, translate: translateIn(locale) };
  const customer = describeCustomer(facts);
  const { comments, finance } = describeFinance(answers, locale);
  const said = [...(car ? [declaredComments(car, locale)] : []), ...(comments ? [comments] : [])];
  return {
    interest: "buy",
    vehicle: {
      ...(car ? describeAskedCar(car, answers.agreedPrice) : { condition: "unknown" as const }),
      ...(finance && { finance }),
      ...(said.length > 0 && { comments: said.join("\n") }),
    },
    ...(tradeIn === "yes" && {
      tradeIn: {
        condition: "unknown" as const,
        ...(vin && { vin }),
        ...(odometer !== undefined && { odometerKm: odometer }),
        ...(colour && { exteriorColour: colour }),
        ...(tradeInDetails && { comments: tradeInDetails }),
      },
    }),
    customer: {
      ...customer,
      address: {
        ...(streetAddress && { street: streetAddress }),
        ...customer.address,
        ...(postalCode && { postalCode }),
      },
      preferredLanguage: sender,
      // Of sealed answers it says only where to find them: ADF is sent as plain e-mail.
      comments: [
        describePhone(facts, locale),
        ...summaryLines(creditApplicationForm, stated, words),
        ...(joint?.is === "applicant" && joint.state === "joined" && joint.reference
          ? [m.adf_co_applicant({ reference: joint.reference }, { locale })]
          : []),
        ...(car && !car.isForSale && !answers.agreedPrice
          ? [m.adf_not_for_sale({}, { locale })]
          : []),
        m.adf_sealed({}, { locale }),
      ].join("\n"),
    },
  };
}

/**
 * Refuses people too young to sign a credit contract where the applicant lives: 18 or 19 by
 * province, on the current day there. The question itself already refuses anybody under 18, by the
 * day in all of Canada.
 */
function refuseUnderCreditAge(
  { province, dateOfBirth, coApplicantDateOfBirth }: CreditApplicationAnswers,
  at: Date,
): readonly RefusedAnswer[] {
  const age = province ? creditAge(province) : MINIMUM_AGE;
  const today = calendarDay(at, province && provinceTimeZone(province));
  const isTooYoung = (birthday: string | undefined) =>
    birthday !== undefined && ageOn(birthday, today) < age;
  const refuse = (question: string) => ({ question, code: "under_credit_age", params: { age } });
  return [
    ...(isTooYoung(dateOfBirth) ? [refuse("dateOfBirth")] : []),
    ...(isTooYoung(coApplicantDateOfBirth) ? [refuse("coApplicantDateOfBirth")] : []),
  ];
}
