import { site } from "#site/site.ts";

/** Who runs the site, as schema.org has it. */
export function organizationData(): Record<string, unknown> {
  return {
    "@context": "https://schema.org",
    "@type": "Organization",
    name: site.name,
    legalName: site.legalName,
    email: site.email,
    telephone: site.phone,
    address: {
      "@type": "PostalAddress",
      streetAddress: site.streetAddress,
      addressLocality: site.city,
      addressRegion: site.provinceCode,
      postalCode: site.postalCode,
      addressCountry: "CA",
    },
    sameAs: Object.values(site.social),
  };
}
