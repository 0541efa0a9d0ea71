import type { GivenConsent } from "#domain/lead/consent/consent.ts";
import { isConsentPurpose } from "#domain/lead/consent/consent.ts";
import { verifiedAt } from "#domain/phone-verification/phone-verification.server.ts";
import { findDraft } from "#domain/draft/draft.server.ts";
import type { FormIntake, LeadFacts, Sender } from "#domain/lead/submission/intake.ts";
import type { PlaceAnswer } from "#forms/questions/question-kind.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { E164 } from "#platform/sms/sms.server.ts";
import { paths } from "#site/paths.ts";
import { marketingConsents } from "#domain/lead/consent/marketing-consent.ts";
import { type PreApprovalAnswers, preApprovalForm } from "./pre-approval.form.ts";
import { preApprovalAdf } from "./pre-approval-adf.ts";
import { QUALIFIED_CONSENT_VERSION } from "./qualified-consent.ts";

/** How the business takes in a pre-approval request. */
export const preApprovalIntake: FormIntake = {
  form: preApprovalForm,
  postName: "pre-approval",

  async decide(answers, raw, sender) {
    const given = answers as PreApprovalAnswers;
    const phone = given.phoneNumber as E164;
    const phoneVerifiedAt = await verifiedAt({
      visitorHash: sender.visitorHash,
      phone,
      purpose: "pre_approval",
    });
    if (!phoneVerifiedAt) {
      const control = "phoneNumber";
      const code = "phone_not_verified";
      return { ok: false, fieldErrors: [{ question: control, step: "contact", code, control }] };
    }
    const { locale } = sender;
    const marketing = marketingConsents(raw, { locale, form: "pre-approval", givenAt: now() });
    return {
      ok: true,
      facts: factsOf(given, phoneVerifiedAt),
      consents: [...(await draftConsents(sender)), ...marketing],
    };
  },

  adf: (answers, facts, locale) => preApprovalAdf(answers, facts, locale),

  sentPath: (reference) => paths.preApprovalSent(reference),
  verifyPath: paths.preApprovalStep("contact"),
};

function factsOf(answers: PreApprovalAnswers, phoneVerifiedAt: Date): LeadFacts {
  const place = answers.vehicleLocation as PlaceAnswer;
  return {
    kind: "pre_approval",
    firstName: answers.firstName ?? "",
    lastName: answers.lastName ?? "",
    email: answers.email ?? null,
    phone: answers.phoneNumber ?? null,
    phoneVerifiedAt,
    city: place.city ?? place.text,
    provinceCode: place.province,
    lat: place.lat ?? null,
    lon: place.lon ?? null,
  };
}

/**
 * The panel's consent, given by pressing Continue after reading it; the draft remembers when. A
 * post that never saw the panel brings none: such a lead stays with our own staff.
 */
async function draftConsents(sender: Sender): Promise<GivenConsent[]> {
  const draft = await findDraft(sender.visitorHash, preApprovalForm);
  return (draft?.consents ?? []).flatMap((consent) =>
    isConsentPurpose(consent.purpose)
      ? [
          {
            purpose: consent.purpose,
            text: consent.text,
            textVersion: QUALIFIED_CONSENT_VERSION,
            locale: consent.locale,
            channel: "web: pre-approval, qualified panel, Continue",
            givenAt: new Date(consent.givenAt),
          },
        ]
      : [],
  );
}
