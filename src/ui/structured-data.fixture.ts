import { z } from "zod";

// The JSON-LD that this site must have, by type: schema.org's names, with the properties that
// search engines' documentation requires or by which the business wants to be found.

const address = z.url({ protocol: /^https?$/ });
const day = z.iso.date().or(z.iso.datetime({ offset: true }));
const named = (...types: [string, ...string[]]) =>
  z.looseObject({ "@type": z.enum(types), name: z.string().min(1) });

const postalAddress = z.looseObject({
  "@type": z.literal("PostalAddress"),
  streetAddress: z.string().min(1),
  addressLocality: z.string().min(1),
  addressRegion: z.string().length(2),
  postalCode: z.string().regex(/^[A-Z]\d[A-Z] \d[A-Z]\d$/),
  addressCountry: z.literal("CA"),
});

const offer = z.looseObject({
  "@type": z.literal("Offer"),
  price: z.number().positive(),
  priceCurrency: z.literal("CAD"),
  availability: z.enum(["https://schema.org/InStock", "https://schema.org/SoldOut"]),
  url: address,
  seller: named("AutoDealer", "Person"),
});

const schemas = new Map<string, z.ZodType>(
  Object.entries({
    Organization: z.looseObject({
      name: z.string().min(1),
      telephone: z.string().regex(/^\+1\d{10}$/),
      email: z.email(),
      address: postalAddress,
      sameAs: z.array(address),
    }),
    // No AutoDealer: the business is none. A dealership is one only as the seller of its own car.
    WebSite: z.looseObject({
      name: z.string().min(1),
      url: address,
      inLanguage: z.array(z.enum(["en-CA", "fr-CA"])).length(2),
      publisher: z.looseObject({ "@id": address }),
    }),
    Car: z.looseObject({
      name: z.string().min(1),
      brand: named("Brand"),
      model: z.string().min(1),
      vehicleModelDate: z.string().regex(/^\d{4}$/),
      image: z.array(address).min(1),
      url: address,
      itemCondition: z.enum([
        "https://schema.org/UsedCondition",
        "https://schema.org/NewCondition",
      ]),
      mileageFromOdometer: z.looseObject({ value: z.number(), unitCode: z.literal("KMT") }),
      bodyType: z.string().min(1),
      color: z.string().min(1),
      vehicleTransmission: z.string().min(1),
      vehicleEngine: z.looseObject({ fuelType: z.string().min(1) }),
      driveWheelConfiguration: address.optional(),
      // A demo car has no offer. Its VIN, which buyers do not see, is no real car's either.
      offers: offer.optional(),
      vehicleIdentificationNumber: z.never().optional(),
    }),
    BreadcrumbList: z.looseObject({
      itemListElement: z
        .array(
          z.looseObject({
            "@type": z.literal("ListItem"),
            position: z.number().int().positive(),
            name: z.string().min(1),
            item: address,
          }),
        )
        .min(2)
        .refine((steps) => steps.every(({ position }, index) => position === index + 1)),
    }),
    ItemList: z.looseObject({
      numberOfItems: z.number().int().nonnegative(),
      itemListElement: z.array(z.looseObject({ position: z.number(), url: address })),
    }),
    BlogPosting: z.looseObject({
      headline: z.string().min(1).max(110),
      description: z.string().min(1),
      image: address.or(z.array(address).min(1)),
      datePublished: day,
      inLanguage: z.enum(["en-CA", "fr-CA"]),
      author: named("Person", "Organization"),
      publisher: named("Organization"),
      mainEntityOfPage: address.or(z.looseObject({ "@id": address })),
    }),
    Blog: z.looseObject({ name: z.string().min(1) }),
    FAQPage: z.looseObject({
      mainEntity: z
        .array(
          z.looseObject({
            "@type": z.literal("Question"),
            name: z.string().min(1),
            acceptedAnswer: z.looseObject({
              "@type": z.literal("Answer"),
              text: z.string().min(1),
            }),
          }),
        )
        .min(1),
    }),
  }),
);

/** The types of one JSON-LD block, and its faults, one line each. */
export function checkStructuredData(data: unknown): { types: string[]; faults: string[] } {
  const { "@context": context, "@graph": graph = [data] } = data as Record<string, unknown>;
  const faults = context === "https://schema.org" ? [] : ["@context is not https://schema.org"];
  const types: string[] = [];
  for (const node of graph as Record<string, unknown>[]) {
    const type = String(node["@type"]);
    types.push(type);
    const parsed = schemas.get(type)?.safeParse(node);
    if (!parsed) faults.push(`nothing is known of ${type}`);
    else if (!parsed.success) faults.push(`${type}: ${z.prettifyError(parsed.error)}`);
  }
  return { types, faults };
}
