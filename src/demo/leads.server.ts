import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { callBackHandler } from "#domain/call-back/call-back-handler.server.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import type { ConsentPurpose, GivenConsent } from "#domain/lead/consent.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import { LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { receiveSubmission } from "#domain/lead/receive-submission.server.ts";
import { updateLead } from "#domain/lead/update-lead.server.ts";
import type { PhonePurpose } from "#domain/phone-verification/phone-verification.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import { QUALIFIED_GATE } from "#domain/pre-approval/pre-approval.form.ts";
import {
  acceptOffer,
  declineOffer,
} from "#domain/sell-request/dealer-offer/answer-offer.server.ts";
import type { DeclineReason } from "#domain/sell-request/dealer-offer/dealer-offer.ts";
import {
  declineInvitation,
  makeOffer,
} from "#domain/sell-request/dealer-offer/make-offer.server.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import { vinOfferHandler } from "#domain/sell-request/vin-offer-handler.server.ts";
import { giveContact, putVinOfferAway } from "#domain/sell-request/vin-offer.server.ts";
import { rawFields } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { calendarDay } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { foldText } from "#values/text-fold.ts";
import { splitFullName } from "#values/person-name.ts";
import type { Role } from "#values/role.ts";
import { demoMember, personUserId, staffId } from "./accounts.ts";
import { DEMO_DEALER_KEY } from "./dealerships.ts";
import { demoId } from "./demo-id.ts";
import {
  DEMO_CALL_BACKS,
  DEMO_CREDIT_APPLICATIONS,
  DEMO_PRE_APPROVALS,
  DEMO_SELL_REQUESTS,
  DEMO_VIN_REQUESTS,
  type DemoCallBack,
  type DemoCreditApplication,
  type DemoOffer,
  type DemoPreApproval,
  type DemoSellRequest,
  type DemoVinRequest,
} from "./leads.ts";
import { DEMO_COLLEAGUES } from "./people.ts";
import { demoPlace } from "./places.ts";

/** The reference of what is sent first. */
export const FIRST_REQUEST = nameRequest("PRE", 0);

/** Does something at a moment of the demo's past, so many days ago (business.server.ts). */
export type Act = <Result>(daysAgo: number, work: () => Promise<Result>) => Promise<Result>;

/** Some forty requests of every kind, each sent by its own form and worked on as staff would. */
export async function sendDemoRequests(act: Act): Promise<void> {
  for (const [index, request] of DEMO_PRE_APPROVALS.entries()) {
    await sendPreApproval(act, nameRequest("PRE", index), request);
  }
  for (const [index, request] of DEMO_CREDIT_APPLICATIONS.entries()) {
    await sendCreditApplication(act, nameRequest("CRE", index), request);
  }
  for (const [index, request] of DEMO_CALL_BACKS.entries()) {
    await sendCallBack(act, nameRequest("CAL", index), request);
  }
  for (const [index, request] of DEMO_VIN_REQUESTS.entries()) {
    await sendVin(act, nameRequest("VNR", index), request);
  }
  for (const [index, request] of DEMO_SELL_REQUESTS.entries()) {
    await sendSellRequest(act, request.reference ?? nameRequest("SEL", index), request);
  }
}

/** "DEMPRE24": a reference has neither 0 nor 1 (values/reference.ts). */
function nameRequest(kind: string, index: number): string {
  return `DEM${kind}${2 + Math.floor(index / 8)}${2 + (index % 8)}`;
}

async function sendPreApproval(act: Act, reference: string, request: DemoPreApproval) {
  const { name, city, phone, locale, listing, annualIncome } = request;
  const { firstName, lastName } = splitFullName(name);
  const { carType, budget, creditRating } = request;
  await send(act, preApprovalHandler, {
    reference,
    request,
    locale,
    verifies: { phone, purpose: "pre_approval" },
    answers: {
      carType,
      budget,
      creditRating,
      ...(listing === undefined ? {} : { listing: demoId("listing", listing) }),
      tradeIn: "no",
      employmentStatus: "employed",
      incomeDetails: "annual_salary",
      annualIncome: String(annualIncome),
      incomeYears: "3",
      incomeMonths: "6",
      companyName: locale === "fr" ? "Entreprise Exemple" : "Example Company",
      jobTitle: locale === "fr" ? "Technicien" : "Technician",
      monthlyIncome: String(Math.round(annualIncome / 12)),
      vehicleLocation: nameTown(city),
      yearsAtAddress: "4",
      monthsAtAddress: "0",
      homeStatus: "rent",
      rentAmount: "1350",
      citizenship: "citizen",
      driversLicense: "yes",
      dateOfBirth: "1988-04-12",
      firstName,
      lastName,
      email: writeTo(name),
      phoneNumber: phone,
    },
    agreed: QUALIFIED_GATE.until.agreedTo,
  });
  await moveTo(act, reference, request);
}

async function sendCreditApplication(act: Act, reference: string, request: DemoCreditApplication) {
  const { name, city, phone, locale, street, postalCode, employer, jobTitle } = request;
  const { firstName, lastName } = splitFullName(name);
  const { provinceCode } = demoPlace(city);
  await send(act, creditApplicationHandler, {
    reference,
    request,
    locale,
    verifies: { phone, purpose: "credit_application" },
    answers: {
      firstName,
      lastName,
      dateOfBirth: "1985-09-03",
      email: request.by ? demoMember(request.by).email : writeTo(name),
      phone,
      licenseNumber: "DEMO-0000-00000",
      licenseExpiryDate: `${now().getFullYear() + 3}-06-30`,
      streetAddress: street,
      city,
      province: provinceCode,
      postalCode,
      residenceStatus: "rent",
      mortgageRentAmount: String(request.rent),
      durationAtAddress: "40",
      selfEmployed: "no",
      employerName: employer,
      jobTitle,
      employerAddress: street,
      employerCity: city,
      employerProvince: provinceCode,
      employerPostalCode: postalCode,
      workPhone: phone,
      grossIncome: String(request.monthlyIncome),
      incomeFrequency: "monthly",
      employmentLength: "50",
      tradeIn: "no",
      creditCheck: "yes",
      shareWithDealership: "yes",
    },
  });
  await moveTo(act, reference, request);
}

async function sendCallBack(act: Act, reference: string, request: DemoCallBack) {
  const { name, phone, locale, subject, message, bestTime } = request;
  await send(act, callBackHandler, {
    reference,
    request,
    locale,
    answers: {
      name,
      email: request.by ? demoMember(request.by).email : writeTo(name),
      subject,
      message,
      ...(phone && { phone }),
      ...(bestTime && { bestTime }),
    },
  });
  await moveTo(act, reference, request);
}

async function sendVin(act: Act, reference: string, request: DemoVinRequest) {
  const { vin, city, locale, contact, by, daysAgo } = request;
  const visitor = await send(act, vinOfferHandler, {
    reference,
    request,
    locale,
    answers: { formname: "VIN", vin, city, province: demoPlace(city).provinceCode },
  });
  if (!visitor) return;
  if (contact !== undefined) {
    const given = { reference, contact, hasAgreed: true };
    const result = await act(daysAgo - 0.01, () => giveContact(visitor, given));
    if (!result.ok) throw new Error(`The demo's contact for ${reference}: ${result.code}.`);
  }
  if (by) await act(daysAgo - 0.02, () => putVinOfferAway(visitor, reference));
  await moveTo(act, reference, request);
}

async function sendSellRequest(act: Act, reference: string, request: DemoSellRequest) {
  const { name, city, phone, locale, by, isPrivate, passedFor, offers = [] } = request;
  const { year, make, model, style, bodyTrim, colour, odometerKm, sellOrTrade } = request;
  const { bodyType = style } = request;
  const sent = await send(act, sellCarHandler, {
    reference,
    request,
    locale,
    verifies: { phone, purpose: "sell_car" },
    answers: {
      formname: "SellYourCar",
      year: String(year),
      make,
      model,
      city,
      province: demoPlace(city).provinceCode,
      bodyType,
      style,
      bodyTrim,
      exteriorColour: colour,
      interiorColour: "black",
      transmission: "automatic",
      manufactureYear: String(year),
      totalRun: String(odometerKm),
      exteriorDamage: "no",
      interiorDamage: "no",
      accidentHistory: "no",
      smoked: "no",
      windshieldDamage: "yes",
      keyFobs: "two_plus",
      tireReplacement: "2_to_4_years",
      brakes: "yes",
      mechanicalIssues: "no",
      salvageStatus: "no",
      ownership: "owned",
      sellOrTrade,
      shareWithDealerships: isPrivate ? "no" : "yes",
      sellerName: name,
      sellerEmail: by ? demoMember(by).email : writeTo(name),
      sellerPhone: phone,
      termsAccepted: "yes",
    },
  });
  if (!sent) return;
  for (const offer of offers) await makeDemoOffer(act, reference, request, offer);
  if (passedFor) await declineToOffer(act, reference, request.daysAgo - 0.7, passedFor);
  await moveTo(act, reference, request);
}

/** A dealership's offer, perhaps raised, and what the seller said to it. */
async function makeDemoOffer(
  act: Act,
  reference: string,
  { daysAgo, by }: DemoSellRequest,
  { dealershipKey, amountCad, validDays, conditions, afterDays, raisedToCad, answer }: DemoOffer,
) {
  const maker = {
    userId: findColleague(dealershipKey),
    dealershipId: demoId("dealership", dealershipKey),
  };
  // Counted from today, so that what is open in the demo is open whenever it is started.
  const terms = { validUntil: daysAfter(calendarDay(now()), validDays), conditions };
  let seenOfferId: string | null = null;
  for (const [turn, price] of [amountCad, raisedToCad].entries()) {
    if (price === undefined) continue;
    const id = demoId("purchase offer", `${reference} ${dealershipKey} ${turn}`);
    const offer = { ...terms, id, seenOfferId, amountCad: price };
    const made = await act(daysAgo - afterDays - turn * 0.3, () =>
      makeOffer(maker, reference, offer),
    );
    if (!made.ok) throw new Error(`The demo's offer on ${reference}: ${made.code}.`);
    seenOfferId = id;
  }
  if (!answer || seenOfferId === null) return;
  const offerId = seenOfferId;
  const seller = by
    ? { reference, way: "account" as const, userId: demoMember(by).id }
    : { reference, way: "mail_link" as const, userId: null };
  const decide = answer === "accepted" ? acceptOffer : declineOffer;
  const decided = await act(daysAgo - afterDays - 0.8, () => decide(seller, offerId));
  if (!decided.ok) throw new Error(`The demo's answer on ${reference}: ${decided.code}.`);
}

async function declineToOffer(act: Act, reference: string, daysAgo: number, reason: DeclineReason) {
  const dealershipId = demoId("dealership", DEMO_DEALER_KEY);
  const maker = { userId: demoMember("dealer").id, dealershipId };
  const declined = await act(daysAgo, () => declineInvitation(maker, reference, reason));
  if (!declined.ok) throw new Error(`The demo cannot pass on ${reference}: ${declined.code}.`);
}

/** Who makes a dealership's offers. */
function findColleague(dealershipKey: string): string {
  if (dealershipKey === DEMO_DEALER_KEY) return demoMember("dealer").id;
  const colleague = DEMO_COLLEAGUES.find((each) => each.dealershipKey === dealershipKey);
  if (!colleague) throw new Error(`Nobody works for the demo's ${dealershipKey}.`);
  return personUserId(colleague);
}

type Sending = {
  reference: string;
  request: { by?: Role; daysAgo: number };
  locale: Locale;
  answers: Record<string, string>;
  /** The number got its code and the code was typed in. */
  verifies?: { phone: string; purpose: PhonePurpose };
  /** At a gate on the way, whose words are the form's own. */
  agreed?: readonly ConsentPurpose[];
};

/** Posts a form as a person does. Null where it was sent at an earlier start: nothing more is due. */
async function send(act: Act, handler: FormHandler, sending: Sending): Promise<Visitor | null> {
  const { reference, request, locale, answers, verifies, agreed = [] } = sending;
  return act(request.daysAgo, async () => {
    const visitor = beVisitor(reference, locale, request.by);
    const { visitorHash, user } = visitor;
    if (verifies) await verifyPhone({ ...verifies, visitorHash });
    const sender = { visitorHash, locale, user };
    const raw = rawFields({ ...answers, ...handler.known(sender) });
    const handled = await handler.handle(raw, readContextFor(locale, now()), {
      sender,
      draft: null,
    });
    if (!handled.ok) {
      throw new Error(
        `The demo's ${reference} is refused: ${JSON.stringify(handled.fieldErrors)}.`,
      );
    }
    const { facts, consents, sellingDealershipId, isHeld, whenStored } = handled;
    const { repeated } = await receiveSubmission({
      id: demoId("submission", reference),
      reference,
      form: handler.form,
      answers: handled.answers,
      locale,
      userId: user?.id ?? null,
      visitorHash,
      facts,
      consents: [...consents, ...agreed.map((purpose) => agreeTo(purpose, locale))],
      sellingDealershipId,
      isHeld,
      whenStored,
    });
    return repeated ? null : visitor;
  });
}

function beVisitor(reference: string, locale: Locale, role?: Role): Visitor {
  return {
    visitorHash: demoId("visitor", reference),
    locale,
    // RFC 5737: for documentation, nobody's.
    ipAddress: "192.0.2.1",
    origin: "http://localhost",
    nonce: "",
    theme: "system",
    user: role ? demoMember(role) : null,
    sessionId: null,
  };
}

function agreeTo(purpose: ConsentPurpose, locale: Locale): GivenConsent {
  const { words, version } = QUALIFIED_GATE.until;
  const channel = "web: pre-approval, qualified panel, Continue";
  return { purpose, text: words(locale), textVersion: version, locale, channel, givenAt: now() };
}

async function verifyPhone(code: { visitorHash: string; phone: string; purpose: PhonePurpose }) {
  await db()
    .insert(phoneVerificationTable)
    .values({
      ...code,
      id: randomUUID(),
      codeHash: "",
      sentAt: now(),
      expiresAt: now(),
      verifiedAt: now(),
    });
}

/** What staff write with the first move, in turn. */
const NOTES = [
  "Called, left a message.",
  "Called. Wants to hear about SUVs under 60,000 km.",
  "Joint par téléphone. Rappeler jeudi après 17 h.",
  "Spoke with them. Sends pay stubs this week.",
  "Called twice, then wrote an e-mail.",
] as const;

/** Which stages a request goes through on the way to another one. */
function listStages(stage: LeadStatus): readonly LeadStatus[] {
  if (stage === "closed") return ["contacted", "closed"];
  return LEAD_STATUSES.slice(1, LEAD_STATUSES.indexOf(stage) + 1);
}

/** Moves a lead on, one stage after the other, by staff in turn. */
async function moveTo(
  act: Act,
  reference: string,
  { daysAgo, stage }: { daysAgo: number; stage: LeadStatus },
) {
  const stages = listStages(stage);
  for (const [turn, status] of stages.entries()) {
    const [lead] = await db()
      .select({ status: leadTable.status })
      .from(leadTable)
      .where(eq(leadTable.reference, reference));
    if (!lead) throw new Error(`The demo has no ${reference}.`);
    // What the market did with it meanwhile counts: it is not moved back.
    if (LEAD_STATUSES.indexOf(lead.status) >= LEAD_STATUSES.indexOf(status)) continue;
    const seed = Math.round(daysAgo * 10) + turn;
    const moved = await act(daysAgo * (1 - (turn + 1) / (stages.length + 1)), () =>
      updateLead({
        reference,
        byUserId: staffId(seed),
        seenStatus: lead.status,
        status,
        note: turn === 0 ? (NOTES[seed % NOTES.length] ?? "") : "",
      }),
    );
    if (!moved.ok) throw new Error(`The demo cannot move ${reference}: ${moved.code}.`);
  }
}

/** "Calgary, AB" */
function nameTown(city: string): string {
  return `${city}, ${demoPlace(city).provinceCode}`;
}

/** "chloe.gagnon@example.com" */
function writeTo(name: string): string {
  return `${foldText(name).replaceAll(" ", ".")}@example.com`;
}
