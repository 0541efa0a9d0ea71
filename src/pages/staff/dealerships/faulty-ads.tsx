import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "#ui/link.tsx";
import type { FaultyAd } from "./faulty-ads.server.ts";

/** The live listings of a dealership that break a rule, each with its findings. */
export function FaultyAds({ ads }: { ads: readonly FaultyAd[] }) {
  return (
    <section className="card p-6" aria-labelledby="faulty-ads">
      <h2 id="faulty-ads" className="text-h3">
        {m.ad_findings_staff_title()}
      </h2>
      <p className="muted mt-2">
        {ads.length === 0 ? m.ad_findings_staff_none() : m.ad_findings_staff_text()}
      </p>
      <ul className="divide-y divide-border">
        {ads.map(({ id, title, findings }) => (
          <li key={id} className="py-3">
            <Link className="font-bold" to={paths.sellerListing(id)}>
              {title}
            </Link>
            {findings.map(({ check, text }) => (
              <p key={check} className="small">
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
