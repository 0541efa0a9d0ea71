import type { OfferedKind } from "./offered.ts";
import { DEFAULT_FACTS, type SiteFacts } from "./site-facts.ts";

let readFacts = (): SiteFacts => DEFAULT_FACTS;

/**
 * Called at boot: from then on `site` has the facts that `read` returns (domain/setting). The result
 * puts back what was read before.
 */
export function provideFacts(read: () => SiteFacts): () => void {
  const before = readFacts;
  readFacts = read;
  return () => {
    readFacts = before;
  };
}

/**
 * The company that runs this site, as it is set now: read a fact where it is used, never when a
 * module is loaded. In a browser they are the facts with which the server made the page (`Layout`).
 */
export const site: Readonly<SiteFacts> =
  // Absent where Node runs a file that Vite has not built.
  (import.meta.env?.SSR ?? true)
    ? readEachTime()
    : (JSON.parse(document.body.dataset["site"] ?? "{}") as SiteFacts);

function readEachTime(): SiteFacts {
  const names = Object.keys(DEFAULT_FACTS) as (keyof SiteFacts)[];
  const facts = {};
  for (const name of names) {
    // What no script shows is not enumerable, and so not written into every page.
    const enumerable = name !== "retention";
    Object.defineProperty(facts, name, { get: () => readFacts()[name], enumerable });
  }
  return facts as SiteFacts;
}

/** Whether visitors are offered this form. */
export function isOffered(kind: OfferedKind): boolean {
  return site.offers.includes(kind);
}

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

/** What an operator must replace by their own. */
export type OperatorDetails = Pick<
  SiteFacts,
  "legalName" | "streetAddress" | "email" | "phone" | "privacyOfficer" | "social"
>;

/**
 * The names of the details that are still the demo's: nobody can write to them, call or
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
  const links = Object.values(site.social).filter((address) => address !== "");
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    ...(origin && {
      "@id": `${origin}/#organization`,
      url: origin,
      logo: `${origin}${site.logo?.src ?? site.icon}`,
    }),
    name: site.name,
    legalName: site.legalName,
    email: site.email,
    telephone: site.phone,
    address: postalAddress(),
    ...(links.length > 0 && { sameAs: links }),
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
