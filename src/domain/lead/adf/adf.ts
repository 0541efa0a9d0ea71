import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import type {
  AdfAddress,
  AdfCustomer,
  AdfFinance,
  AdfLead,
  AdfVehicle,
  AdfVendor,
} from "./adf-lead.ts";
import { leaf, optionalLeaf, paragraph, parent, renderElement, type XmlElement } from "./xml.ts";

const DOLLARS = { currency: "CAD" };

/**
 * Renders a lead as ADF 1.0 (Auto-lead Data Format), which dealerships' systems read from e-mail.
 * Plain ASCII, one element a line, children in the order of the standard; adf-emitted.dtd describes
 * exactly what can be produced.
 */
export function renderAdf(lead: AdfLead): string {
  const { reference, provider } = lead;
  const prospect = parent("prospect", { status: lead.status ?? "new" }, [
    leaf("id", reference, { sequence: "1", source: provider.name }),
    leaf("requestdate", toIsoSeconds(lead.requestedAt)),
    vehicle(lead.vehicle, lead.interest),
    lead.tradeIn && vehicle(lead.tradeIn, "trade-in"),
    customer(lead.customer, lead.language),
    vendor(lead.vendor),
    parent("provider", {}, [
      businessName(provider.name),
      leaf("url", provider.url),
      leaf("email", provider.email),
      leaf("phone", provider.phone),
    ]),
  ]);
  const document = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<?adf version="1.0"?>',
    ...renderElement(parent("adf", {}, [prospect])),
  ];
  return `${document.join("\n")}\n`;
}

function vehicle(car: AdfVehicle, interest: AdfLead["interest"]): XmlElement {
  return parent("vehicle", { interest, status: "used" }, [
    leaf("year", car.year ?? ""),
    leaf("make", car.make ?? ""),
    leaf("model", car.model ?? ""),
    optionalLeaf("vin", car.vin),
    optionalLeaf("stock", car.stockNumber),
    optionalLeaf("trim", car.trim),
    optionalLeaf("doors", car.doors),
    optionalLeaf("bodystyle", car.bodyStyle),
    optionalLeaf("transmission", car.transmission),
    optionalLeaf("odometer", car.odometerKm, { units: "km" }),
    optionalLeaf("condition", car.condition),
    colours(car),
    car.price && leaf("price", amount(car.price.amountCad), { type: car.price.type, ...DOLLARS }),
    car.finance && finance(car.finance),
    paragraph("comments", car.comments),
  ]);
}

function colours({ interiorColour, exteriorColour }: AdfVehicle): XmlElement | undefined {
  const interior = optionalLeaf("interiorcolor", interiorColour);
  const exterior = optionalLeaf("exteriorcolor", exteriorColour);
  return interior || exterior ? parent("colorcombination", {}, [interior, exterior]) : undefined;
}

function finance({ method, amounts }: AdfFinance): XmlElement {
  return parent("finance", {}, [
    leaf("method", method),
    ...amounts.map(({ type, limit, amountCad }) =>
      leaf("amount", amount(amountCad), { type, limit, ...DOLLARS }),
    ),
  ]);
}

function customer(person: AdfCustomer, locale: Locale): XmlElement {
  const prefers = { en: m.adf_prefers_english, fr: m.adf_prefers_french }[person.preferredLanguage];
  return parent("customer", {}, [
    parent("contact", {}, [
      leaf("name", person.firstName, { part: "first", type: "individual" }),
      leaf("name", person.lastName, { part: "last", type: "individual" }),
      ...reachable(person),
    ]),
    paragraph("comments", `${prefers({}, { locale })}\n${person.comments}`),
  ]);
}

function vendor(dealership: AdfVendor): XmlElement {
  return parent("vendor", {}, [
    leaf("vendorname", dealership.name),
    parent("contact", {}, [businessName(dealership.name), ...reachable(dealership)]),
  ]);
}

function reachable(contact: { email?: string; phone?: string; address?: AdfAddress }) {
  return [
    optionalLeaf("email", contact.email),
    optionalLeaf("phone", contact.phone, { type: "voice" }),
    contact.address && address(contact.address),
  ];
}

/** The standard requires a street in every address: it is empty if nobody was asked for one. */
function address({ street, city, provinceCode, postalCode }: AdfAddress): XmlElement {
  return parent("address", {}, [
    leaf("street", street ?? "", { line: "1" }),
    optionalLeaf("city", city),
    optionalLeaf("regioncode", provinceCode),
    optionalLeaf("postalcode", postalCode),
    leaf("country", "CA"),
  ]);
}

function businessName(name: string): XmlElement {
  return leaf("name", name, { part: "full", type: "business" });
}

/** Dollars as a plain number, with cents only if they are not zero. */
function amount(amountCad: number): string {
  return amountCad.toFixed(2).replace(/\.00$/, "");
}

/** ISO 8601 with an offset, without the milliseconds that some readers do not expect. */
function toIsoSeconds(at: Date): string {
  return at.toISOString().replace(/\.\d{3}Z$/, "+00:00");
}
