import { callBackHandler } from "#domain/call-back/call-back-handler.server.ts";
import { creditApplicationHandler } from "#domain/credit-application/credit-application-handler.server.ts";
import { preApprovalHandler } from "#domain/pre-approval/pre-approval-handler.server.ts";
import type { ConsentInput } from "#domain/lead/consent.ts";
import { tickedConsents } from "#domain/lead/form-handler.ts";
import {
  buildContactBox,
  buildShareBox,
  findDealershipToName,
} from "#domain/pre-approval/panel-boxes.server.ts";
import { PANEL_CHANNEL, QUALIFIED_GATE } from "#domain/pre-approval/pre-approval.form.ts";
import { vinOfferHandler } from "#domain/sell-request/vin-offer-handler.server.ts";
import { giveContact, putVinOfferAway } from "#domain/sell-request/vin-offer.server.ts";
import { passGate } from "#forms/gates.ts";
import { now } from "#platform/clock/clock.server.ts";
import { splitFullName } from "#values/person-name.ts";
import { demoMember } from "./accounts.ts";
import { demoId } from "./demo-id.ts";
import {
  DEMO_CALL_BACKS,
  DEMO_CREDIT_APPLICATIONS,
  DEMO_PRE_APPROVALS,
  DEMO_SELL_REQUESTS,
  DEMO_VIN_REQUESTS,
  type DemoCallBack,
  type DemoCreditApplication,
  type DemoPreApproval,
  type DemoVinRequest,
} from "./leads.ts";
import { demoCity } from "./cities.ts";
import { sendSellRequest } from "./sell-requests.server.ts";
import { type Act, moveTo, sendForm, writeTo } from "./send-form.server.ts";

/** The reference of the request that is sent first. */
export const FIRST_REQUEST = nameRequest("PRE", 0);

/** About forty requests of every kind, each sent by its own form and worked on as staff would. */
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
  await sendForm(act, preApprovalHandler, {
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
    agree: () => tickBoth(request),
  });
  await moveTo(act, reference, request);
}

/** Both boxes of the panel; only one if no dealership serves the area. */
async function tickBoth({ city, locale, listing }: DemoPreApproval): Promise<ConsentInput[]> {
  const { provinceCode: province, lat, lon } = demoCity(city);
  const named = await findDealershipToName({
    vehicleLocation: { text: nameTown(city), province, lat, lon },
    listing: listing === undefined ? undefined : demoId("listing", listing),
  });
  const ticked = [buildContactBox(locale), ...(named ? [buildShareBox(named, [], locale)] : [])];
  const consents = passGate(QUALIFIED_GATE, [], { locale, at: now(), ticked });
  return tickedConsents(QUALIFIED_GATE, { consents }, PANEL_CHANNEL);
}

async function sendCreditApplication(act: Act, reference: string, request: DemoCreditApplication) {
  const { name, city, phone, locale, street, postalCode, employer, jobTitle } = request;
  const { firstName, lastName } = splitFullName(name);
  const { provinceCode } = demoCity(city);
  await sendForm(act, creditApplicationHandler, {
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
  await sendForm(act, callBackHandler, {
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
  const visitor = await sendForm(act, vinOfferHandler, {
    reference,
    request,
    locale,
    answers: { formname: "VIN", vin, city, province: demoCity(city).provinceCode },
  });
  if (!visitor) return;
  if (contact !== undefined) {
    const result = await act(daysAgo - 0.01, () => giveContact(visitor, { reference, contact }));
    if (!result.ok) throw new Error(`The demo's contact for ${reference}: ${result.code}.`);
  }
  if (by) await act(daysAgo - 0.02, () => putVinOfferAway(visitor, reference));
  await moveTo(act, reference, request);
}

/** "Calgary, AB" */
function nameTown(city: string): string {
  return `${city}, ${demoCity(city).provinceCode}`;
}
