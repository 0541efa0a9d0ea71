import fc from "fast-check";
import { expect, test } from "vitest";
import { renderAdf } from "./adf.ts";
import type { AdfLead } from "./adf-lead.ts";
import { textAt, withValidAdf } from "./adf-schema.fixture.ts";

/**
 * Every kind of text: any code unit (including unpaired surrogates), astral letters, markup, white
 * space.
 */
const hostile = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 80 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({
    unit: fc.constantFrom(..."&<>\"'/]=-!?;#\\ \t\r\n\0\x1b\x85\u2028\ufeff😀é"),
    maxLength: 80,
  }),
  fc.constantFrom("]]>", "<!--", "&#0;", "&lol;", "</adf>", "<!DOCTYPE adf [", "\r\n.\r\n", "%s"),
);

const hostileLead: fc.Arbitrary<AdfLead> = fc.record({
  reference: hostile,
  language: fc.constant("en"),
  requestedAt: fc.date({
    min: new Date("2000-01-01"),
    max: new Date("2100-01-01"),
    noInvalidDate: true,
  }),
  interest: fc.constantFrom("buy", "lease", "sell", "trade-in", "test-drive"),
  vehicle: fc.record({
    year: fc.integer({ min: 1925, max: 2027 }),
    make: hostile,
    model: hostile,
    vin: hostile,
    stockNumber: hostile,
    trim: hostile,
    bodyStyle: hostile,
    transmission: hostile,
    odometerKm: fc.nat(),
    exteriorColour: hostile,
    interiorColour: hostile,
    comments: hostile,
  }),
  customer: fc.record({
    firstName: hostile,
    lastName: hostile,
    email: hostile,
    phone: hostile,
    address: fc.record({
      street: hostile,
      city: hostile,
      provinceCode: hostile,
      postalCode: hostile,
    }),
    preferredLanguage: fc.constant("en"),
    comments: hostile,
  }),
  vendor: fc.record({ name: hostile, email: hostile, phone: hostile }),
  provider: fc.record({ name: hostile, url: hostile, email: hostile, phone: hostile }),
});

/**
 * The visible part of a text: no control characters, no unpaired surrogates, each run of white
 * space as one space.
 */
function visible(text: string | undefined): string {
  return [...(text ?? "").replace(/\r\n?/g, "\n")]
    .filter(
      (character) => /[\t\n]/.test(character) || !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(character),
    )
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

test("any text in every field gives valid plain ASCII, and reads back as it was", () => {
  fc.assert(
    fc.property(hostileLead, (lead) => {
      const xml = renderAdf(lead);
      expect(xml).toMatch(/^[\n\x20-\x7e]*$/);
      const { vehicle, customer, vendor, provider } = lead;
      const read = withValidAdf(xml, (root) =>
        Object.fromEntries(
          Object.entries({
            id: "//prospect/id",
            source: "//prospect/id/@source",
            make: "//make",
            model: "//model",
            trim: "//trim",
            note: "//vehicle/comments",
            first: "//name[@part='first']",
            last: "//name[@part='last']",
            email: "//customer/contact/email",
            street: "//street",
            city: "//city",
            comments: "//customer/comments",
            vendor: "//vendorname",
            url: "//provider/url",
          }).map(([name, path]) => [name, visible(textAt(root, path))]),
        ),
      );
      const language = customer.preferredLanguage === "fr" ? "French" : "English";
      expect(read).toEqual({
        id: visible(lead.reference),
        source: visible(provider.name),
        make: visible(vehicle.make),
        model: visible(vehicle.model),
        trim: visible(vehicle.trim),
        note: visible(vehicle.comments),
        first: visible(customer.firstName),
        last: visible(customer.lastName),
        email: visible(customer.email),
        street: visible(customer.address?.street),
        city: visible(customer.address?.city),
        comments: visible(`Preferred language: ${language}\n${customer.comments}`),
        vendor: visible(vendor.name),
        url: visible(provider.url),
      });
    }),
    { numRuns: 300 },
  );
});
