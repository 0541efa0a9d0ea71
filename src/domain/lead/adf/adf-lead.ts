import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";

/**
 * A lead in the terms of ADF 1.0. It has no field for a SIN, a driver's licence or a date of birth:
 * ADF is sent by plain e-mail, so it must be impossible to include them.
 */
export type AdfLead = {
  reference: string;
  /** The language of the e-mail: the dealership's. */
  language: Locale;
  /** `resend`: about a lead that the dealership already has. */
  status?: "new" | "resend";
  requestedAt: Date;
  /** What the person wants to do with `vehicle`. */
  interest: AdfInterest;
  vehicle: AdfVehicle;
  /** The car that the person owns, in addition to the one that they want. */
  tradeIn?: AdfVehicle;
  customer: AdfCustomer;
  /** The dealership that receives the lead. */
  vendor: AdfVendor;
  /** The sender of the lead. */
  provider: { name: string; url: string; email: string; phone: string };
};

type AdfInterest = "buy" | "lease" | "sell" | "trade-in" | "test-drive";

/**
 * Unknown parts are left out, except that ADF requires year, make and model, which are then empty.
 */
export type AdfVehicle = {
  year?: number;
  make?: string;
  model?: string;
  vin?: string;
  stockNumber?: string;
  trim?: string;
  doors?: number;
  bodyStyle?: string;
  transmission?: string;
  odometerKm?: number;
  condition?: "excellent" | "good" | "fair" | "poor" | "unknown";
  exteriorColour?: string;
  interiorColour?: string;
  price?: { type: "quote" | "offer" | "appraisal" | "asking"; amountCad: number };
  finance?: AdfFinance;
  comments?: string;
};

export type AdfFinance = {
  method: "cash" | "finance" | "lease";
  amounts: [AdfAmount, ...AdfAmount[]];
};

type AdfAmount = {
  type: "downpayment" | "monthly" | "total";
  limit: "maximum" | "minimum" | "exact";
  amountCad: number;
};

export type AdfAddress = {
  street?: string;
  city?: string;
  provinceCode?: string;
  postalCode?: string;
};

export type AdfCustomer = {
  firstName: string;
  lastName: string;
  email?: string;
  /** E.164. */
  phone?: string;
  address?: AdfAddress;
  /** ADF has no element for it, so it becomes the first line of the comments. */
  preferredLanguage: Locale;
  comments: string;
};

export type AdfVendor = { name: string; email?: string; phone?: string; address?: AdfAddress };

/** Describes the person of a lead. */
export function describeCustomer(facts: {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  city: string | null;
  provinceCode: string | null;
}) {
  const { firstName, lastName, email, phone, city, provinceCode } = facts;
  return {
    firstName,
    lastName,
    ...(email && { email }),
    ...(phone && { phone }),
    address: { ...(city && { city }), ...(provinceCode && { provinceCode }) },
  } satisfies Partial<AdfCustomer>;
}

/** A line of the customer's comments, because ADF has no element for it. */
export function describePhone(
  { phoneVerifiedAt }: { phoneVerifiedAt: Date | null },
  locale: Locale,
): string {
  return (phoneVerifiedAt ? m.adf_phone_verified : m.adf_phone_not_verified)({}, { locale });
}

/**
 * Describes the listing that the person is interested in.
 * @param agreedCad the price agreed with its seller, in place of the asking price
 */
export function describeAskedCar(
  car: {
    year: number;
    make: string;
    model: string;
    vin: string | null;
    trim: string | null;
    odometerKm: number;
    priceCad: number;
  },
  agreedCad?: number,
): AdfVehicle {
  const { year, make, model, vin, trim, odometerKm, priceCad } = car;
  return {
    year,
    make,
    model,
    ...(vin && { vin }),
    ...(trim && { trim }),
    odometerKm,
    price: agreedCad
      ? { type: "offer", amountCad: agreedCad }
      : { type: "asking", amountCad: priceCad },
  };
}

/**
 * A monthly budget with its known limits: "$400 - 499" has both, "Under $400" only the upper, "Over
 * $600" only the lower. `undefined` if it has neither.
 */
export function monthlyBudget(range: {
  minCad: number;
  maxCad: number | null;
}): AdfFinance | undefined {
  const maximum = range.maxCad === null ? [] : [monthly("maximum", range.maxCad)];
  const minimum = range.minCad > 0 ? [monthly("minimum", range.minCad)] : [];
  const [first, ...rest] = [...maximum, ...minimum];
  return first && { method: "finance", amounts: [first, ...rest] };
}

/** Adds the down payment that the person chose, if any. */
export function withDownPayment(finance: AdfFinance, downCad: number | undefined): AdfFinance {
  if (!downCad) return finance;
  const [first, ...rest] = finance.amounts;
  const down: AdfAmount = { type: "downpayment", limit: "exact", amountCad: downCad };
  return { ...finance, amounts: [first, ...rest, down] };
}

function monthly(limit: "maximum" | "minimum", amountCad: number): AdfAmount {
  return { type: "monthly", limit, amountCad };
}
