import { site } from "#site/site.ts";
import { m } from "#messages/messages.js";
import { paths } from "#site/paths.ts";
import { Link } from "./link.tsx";

/** The company's own logo, or the design's with the name, linked to the home page. The name is always in lower case. */
export function Logo({ to = paths.home() }: { to?: string }) {
  return (
    <Link className="logo" to={to} aria-label={m.ui_logo({ name: site.name })}>
      {site.logo ? (
        <img {...site.logo} alt={site.name} />
      ) : (
        <>
          <LogoMark />
          <span aria-hidden>{site.name.toLowerCase()}</span>
        </>
      )}
    </Link>
  );
}

/** A wheel with a road to its horizon; it has the colour of the text. */
function LogoMark() {
  return (
    <svg viewBox="0 0 34 34" aria-hidden>
      <circle cx="17" cy="17" r="14.4" fill="none" stroke="currentColor" strokeWidth="4.2" />
      <path d="M15.2 11.2h3.6l5.4 17.1a13.6 13.6 0 0 1-14.4 0z" fill="currentColor" />
      <path className="logo__road" d="M16.55 14.6h.9l.25 3h-1.4zM16.15 20h1.7l.35 4.4h-2.4" />
    </svg>
  );
}
