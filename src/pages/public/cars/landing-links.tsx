import { memo } from "react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { HydrationBoundary } from "#ui/hydration-boundary.tsx";
import { CachedHtml } from "#ui/cached-html.tsx";
import { Link } from "#ui/link.tsx";
import { formatNumber } from "#values/format.ts";
import { nameLanding } from "#domain/landing/landing-name.ts";
import type { LandingGroup } from "./landing.server.ts";

const HEADINGS: Readonly<Record<LandingGroup["about"], () => string>> = {
  bodyType: m.landing_by_body,
  make: m.landing_by_make,
  model: m.landing_by_model,
  place: m.landing_by_place,
};

/** Links to other landing pages, each with its number of cars. */
export const LandingLinks = memo(function LandingLinks({
  groups,
}: {
  groups: readonly LandingGroup[];
}) {
  if (groups.length === 0) return null;
  return (
    <HydrationBoundary>
      <CachedHtml as="div" className="landing-links" of={LandingGroups} props={{ groups }} />
    </HydrationBoundary>
  );
});

function LandingGroups({ groups }: { groups: readonly LandingGroup[] }) {
  const locale = getLocale();
  return groups.map(({ about, landings }) => (
    <nav key={about} aria-labelledby={`landing-by-${about}`}>
      <h2 id={`landing-by-${about}`}>{HEADINGS[about]()}</h2>
      <ul>
        {landings.map(({ path, subject, count }) => (
          <li key={path}>
            <Link to={path}>{nameLanding(subject)}</Link>{" "}
            <span className="muted figures">{formatNumber(count, locale)}</span>
          </li>
        ))}
      </ul>
    </nav>
  ));
}
