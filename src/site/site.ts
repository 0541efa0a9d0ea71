/**
 * The company that runs this site. The only place for its name, address, phone, links and social
 * accounts. Rouvia and these details are placeholders of the demo: replace them before a launch.
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
  /** Law 25 (Quebec), s. 3.1: the person in charge of personal information must be named. */
  privacyOfficer: { name: "Camille Roy", email: "privacy@example.com" },
  social: {
    facebook: "https://www.facebook.com/example",
    instagram: "https://www.instagram.com/example",
    tiktok: "https://www.tiktok.com/@example",
  },
  /** The messaging app's number when CHAT_NUMBER is not set: digits only, international form. */
  chatNumber: "14165550123",
  /** Opening hours in `timeZone`: from and to on a 24-hour clock; null on a closed day. */
  hours: [
    { days: ["Mo", "Tu", "We", "Th", "Fr"], open: ["09:00", "18:00"] },
    { days: ["Sa"], open: ["10:00", "16:00"] },
    { days: ["Su"], open: null },
  ],
  timeZone: "America/Toronto",
} as const;

/** The office on a map: a link, so that no map of another company is loaded with a page. */
export function mapAddress(): string {
  const query = `${addressLine()}, Canada`;
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`;
}

/** The address on one line, as below a letter. */
export function addressLine(): string {
  const { streetAddress, city, provinceCode, postalCode } = site;
  return `${streetAddress}, ${city} ${provinceCode} ${postalCode}`;
}

type Details = Pick<
  typeof site,
  "legalName" | "streetAddress" | "email" | "phone" | "privacyOfficer" | "social"
>;
/** The same type for an operator's own details. */
export type OperatorDetails = { [Name in keyof Details]: Widen<Details[Name]> };
type Widen<Value> = Value extends string ? string : { [Name in keyof Value]: Widen<Value[Name]> };

/**
 * The names of the details above that are still the demo's: nobody can write to them, call or
 * visit.
 */
export function listExampleDetails(details: OperatorDetails = site): string[] {
  const { legalName, streetAddress, email, phone, privacyOfficer, social } = details;
  const input = { legalName, streetAddress, email, phone };
  const all = [
    ...Object.entries(input),
    ["privacyOfficer", privacyOfficer.email],
    ...Object.entries(social).map(([network, address]) => [`social.${network}`, address]),
  ] as const;
  // example.com (RFC 2606) and the 555-01xx numbers belong to nobody.
  const isExample = /\bexample\b|\bdemo\b|^\+1\d{3}55501\d{2}$/i;
  return all.flatMap(([name, value]) => (name && value && isExample.test(value) ? [name] : []));
}

/** The company in schema.org's terms; with its address on the web if an origin is given. */
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

/**
 * The site in schema.org's terms. Not an AutoDealer: only a dealership may call itself one
 * (Ontario's Motor Vehicle Dealers Act, 2002, s. 4), and the terms say that the site is not a
 * dealership.
 */
export function webSiteData(origin: string): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "WebSite",
    "@id": `${origin}/#website`,
    name: site.name,
    url: origin,
    inLanguage: ["en-CA", "fr-CA"],
    publisher: { "@id": `${origin}/#organization` },
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
