import { MapPin } from "lucide-react";
import { m } from "#messages/messages.js";
import { getLocale } from "#messages/runtime.js";
import { CachedHtml } from "#ui/cached-html.tsx";
import { provinceName, provincesByName } from "#values/province.ts";
import type { ServedProvince } from "./served-provinces.server.ts";

/** The cities in which a dealership takes applicants, by province, from the database. */
export function WhereWeWork({
  served,
  isDemo,
  isFolded = false,
}: {
  served: readonly ServedProvince[];
  isDemo: boolean;
  /** On a small screen the cities are hidden until a press. */
  isFolded?: boolean;
}) {
  if (served.length === 0) return null;
  return (
    <section className="mt-5 sm:mt-16" aria-labelledby="where-we-work">
      <h2 id="where-we-work">{m.home_where_title()}</h2>
      {isFolded ? (
        <details className="folded-towns">
          <summary>{m.home_where_towns()}</summary>
          <Towns {...{ served, isDemo }} />
        </details>
      ) : (
        <Towns {...{ served, isDemo }} />
      )}
    </section>
  );
}

function Towns({ served, isDemo }: { served: readonly ServedProvince[]; isDemo: boolean }) {
  return (
    <>
      <p className="muted mt-3 max-w-note">{m.home_where_text()}</p>
      <CachedHtml
        as="dl"
        className="mt-6 grid gap-x-8 gap-y-4 sm:grid-cols-2"
        of={Provinces}
        props={{ served }}
      />
      {isDemo && <p className="small muted mt-5">{m.home_where_demo()}</p>}
    </>
  );
}

/** The provinces, sorted by name, each with its cities. */
function Provinces({ served }: { served: readonly ServedProvince[] }) {
  const locale = getLocale();
  const named = provincesByName(locale).flatMap((code) =>
    served
      .filter(({ provinceCode }) => provinceCode === code)
      .map((each) => ({ ...each, name: provinceName(code, locale) })),
  );
  return named.map(({ provinceCode, name, cities }) => (
    <div key={provinceCode}>
      <dt className="flex items-center gap-3 font-semibold">
        <MapPin className="icon text-primary-text" aria-hidden />
        {name}
      </dt>
      <dd className="muted pl-8">{cities.join(", ")}</dd>
    </div>
  ));
}
