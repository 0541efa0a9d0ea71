import { getLocale } from "#messages/runtime.js";
import { site } from "#site/site.ts";
import { formatPhone } from "#values/format.ts";

/** Address, e-mail and phone of the business, each as a link. */
export function ContactLines() {
  return (
    <address className="not-italic">
      {site.streetAddress}
      <br />
      {site.city}, {site.provinceCode} {site.postalCode}
      <br />
      <a href={`mailto:${site.email}`}>{site.email}</a>
      <br />
      <a href={`tel:${site.phone}`} className="figures">
        {formatPhone(site.phone, getLocale())}
      </a>
    </address>
  );
}
