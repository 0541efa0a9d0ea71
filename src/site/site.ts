/**
 * Who runs this site. The one place for its name, address, phone, links and social accounts.
 * Rouvia and these details are placeholders of the demo: replace them before a launch.
 */
export const site = {
  name: "Rouvia",
  legalName: "Rouvia Demo Inc.",
  streetAddress: "123 Example Street, Suite 400",
  city: "Toronto",
  provinceCode: "ON",
  postalCode: "M5V 0A1",
  email: "hello@example.com",
  /** E.164; the 555-01xx block is reserved for fiction. */
  phone: "+14165550123",
  /** Law 25 (Quebec), s. 3.1: the person in charge of personal information is named. */
  privacyOfficer: { name: "Camille Roy", email: "privacy@example.com" },
  reviewUrl: "https://www.trustpilot.com/review/example.com",
  social: {
    facebook: "https://www.facebook.com/example",
    instagram: "https://www.instagram.com/example",
    tiktok: "https://www.tiktok.com/@example",
  },
  /** The messaging app's number when CHAT_NUMBER is not set: digits only, international form. */
  chatNumber: "14165550123",
  timeZone: "America/Toronto",
} as const;

/** Who runs the site, as schema.org has it; with the site's origin also where it stands. */
export function organizationData(origin?: string): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    ...(origin && { "@id": `${origin}/#organization`, url: origin, logo: `${origin}/favicon.svg` }),
    name: site.name,
    legalName: site.legalName,
    email: site.email,
    telephone: site.phone,
    address: postalAddress(),
    sameAs: Object.values(site.social),
  };
}

/** The same business as the place where cars are bought and sold. */
export function autoDealerData(origin: string, pictureUrl: string): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "AutoDealer",
    "@id": `${origin}/#dealer`,
    name: site.name,
    url: origin,
    image: pictureUrl,
    telephone: site.phone,
    email: site.email,
    address: postalAddress(),
    areaServed: { "@type": "Country", name: "Canada" },
    currenciesAccepted: "CAD",
    parentOrganization: { "@id": `${origin}/#organization` },
  };
}

function postalAddress(): Record<string, unknown> {
  return {
    "@type": "PostalAddress",
    streetAddress: site.streetAddress,
    addressLocality: site.city,
    addressRegion: site.provinceCode,
    postalCode: site.postalCode,
    addressCountry: "CA",
  };
}
