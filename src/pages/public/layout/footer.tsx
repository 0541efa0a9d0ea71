import { m } from "#messages/messages.js";
import { ContactLines } from "#pages/public/information/contact-lines.tsx";
import { paths } from "#site/paths.ts";
import { site } from "#site/site.ts";
import { CachedHtml } from "#ui/cached-html.tsx";
import { Link } from "#ui/link.tsx";
import { Logo } from "#ui/logo.tsx";
import type { LayoutData } from "./layout.server.ts";
import { exploreLinks, legalLinks } from "./navigation.tsx";
import { ThemeSwitch } from "./theme-switch.tsx";
import { type MouseEvent, useState } from "react";
import { createPortal } from "react-dom";
import { hrefIn } from "#ui/locale-href.ts";
import { NEEDS_SCRIPT } from "#ui/script-on-demand.ts";
import { useFetchedPart } from "#ui/use-fetched-part.ts";

const NETWORKS = [
  { brand: "facebook", name: "Facebook" },
  { brand: "instagram", name: "Instagram" },
  { brand: "tiktok", name: "TikTok" },
] as const;

export function Footer({ layout }: { layout: LayoutData | undefined }) {
  return (
    <footer className="site-footer">
      <div className="page-width">
        {layout?.isDemo && <DemoNotice />}
        <OfferStrip />
        <div className="site-footer__columns">
          <div className="site-footer__brand">
            <Logo />
            <p className="mt-3.5 max-w-[30em]">{m.layout_blurb()}</p>
            <CachedHtml as="div" className="site-footer__social" of={Networks} props={{}} />
            <ThemeSwitch theme={layout?.theme ?? "system"} />
          </div>
          <CachedHtml as="nav" aria-label={m.layout_explore()} of={ExploreLinks} props={{}} />
          <CachedHtml
            as="nav"
            aria-label={m.layout_legal()}
            of={LegalLinks}
            props={{ reviewPageUrl: layout?.reviewPageUrl ?? null }}
          />
          <CachedHtml as="div" of={Contact} props={{}} />
        </div>
        {layout && layout.landings.length > 0 && (
          <CachedHtml
            as="nav"
            className="site-footer__cars"
            aria-label={m.layout_browse()}
            of={FooterCars}
            props={{ landings: layout.landings }}
          />
        )}
        <CachedHtml
          as="div"
          className="site-footer__bottom"
          of={FooterBottom}
          props={{ year: layout?.year ?? null }}
        />
      </div>
    </footer>
  );
}

function Networks() {
  return NETWORKS.map(({ brand, name }) => (
    <a
      key={brand}
      href={site.social[brand]}
      rel="noopener noreferrer"
      aria-label={m.layout_social({ name: site.name, network: name })}
    >
      <BrandIcon brand={brand} />
    </a>
  ));
}

function ExploreLinks() {
  return <FooterLinks title={m.layout_explore()} links={exploreLinks()} />;
}

function LegalLinks({ reviewPageUrl }: Pick<LayoutData, "reviewPageUrl">) {
  return (
    <FooterLinks title={m.layout_legal()} links={legalLinks()}>
      {reviewPageUrl ? (
        <a href={reviewPageUrl} rel="noopener noreferrer">
          {m.layout_reviews()}
        </a>
      ) : (
        <Link to={paths.reviewRule()}>{m.layout_reviews()}</Link>
      )}
    </FooterLinks>
  );
}

function Contact() {
  return (
    <>
      <h2>{m.layout_contact_title()}</h2>
      <ContactLines />
    </>
  );
}

function FooterBottom({ year }: { year: number | null }) {
  return (
    <>
      <span>
        {year === null ? site.name : m.layout_copyright({ year: String(year), name: site.name })}
      </span>
      <span>{m.site_who_we_are({ company: site.legalName, name: site.name })}</span>
      <span>{m.layout_credit_note()}</span>
      {/* GeoNames asks for these links (CC BY 4.0). */}
      <span>
        {m.layout_places()}{" "}
        <a href="https://www.geonames.org/" rel="noopener noreferrer">
          GeoNames
        </a>{" "}
        (
        <a href="https://creativecommons.org/licenses/by/4.0/" rel="license noopener noreferrer">
          CC BY 4.0
        </a>
        )
      </span>
      <span>
        {m.layout_vins()}{" "}
        <a href="https://github.com/cardog-ai/corgi" rel="noopener noreferrer">
          corgi
        </a>{" "}
        (ISC),{" "}
        <a href="https://vpic.nhtsa.dot.gov/" rel="noopener noreferrer">
          vPIC
        </a>
      </span>
      {/* Made by the build, out of the packages that it hands out. */}
      <a href="/licences.txt" rel="license">
        {m.layout_licences()}
      </a>
    </>
  );
}

function FooterLinks({
  title,
  links,
  children,
}: {
  title: string;
  links: { to: string; label: string }[];
  children?: React.ReactNode;
}) {
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        {children && <li>{children}</li>}
      </ul>
    </>
  );
}

/** Ways into the stock. */
function FooterCars({ landings }: Pick<LayoutData, "landings">) {
  return (
    <>
      <h2>
        <Link to={paths.cars()}>{m.layout_browse()}</Link>
      </h2>
      <ul>
        {landings.map(({ path, name }) => (
          <li key={path}>
            <Link to={path}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function DemoNotice() {
  return (
    <p className="site-footer__demo">
      {m.layout_demo()} <Link to={paths.demoOutbox()}>{m.layout_demo_outbox()}</Link>
    </p>
  );
}

const loadOfferDialog = async () =>
  (await import("#pages/public/sell-car/offer-dialog.tsx")).OfferDialog;

/**
 * The footer's invitation to sell. Its button opens the offer dialog, which is fetched only then;
 * where no script runs, or the fetch fails, it leads to the same forms on their own page.
 */
function OfferStrip() {
  const [OfferDialog, fetchOfferDialog] = useFetchedPart(loadOfferDialog);
  const [isOpen, setOpen] = useState(false);
  const open = async (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    const { form } = event.currentTarget;
    if (await fetchOfferDialog()) setOpen(true);
    else form?.submit();
  };
  return (
    <>
      <form className="offer-strip" method="get" action={hrefIn(paths.offerRequest())}>
        <div>
          <h2>{m.layout_offer_title()}</h2>
          <p>{m.layout_offer_text()}</p>
        </div>
        <button
          className="button button--white"
          aria-haspopup="dialog"
          onClick={open}
          {...NEEDS_SCRIPT}
        >
          {m.layout_offer_button()}
        </button>
      </form>
      {/* Outside the footer, whose colours are not the dialog's. */}
      {OfferDialog &&
        createPortal(<OfferDialog open={isOpen} onClose={() => setOpen(false)} />, document.body)}
    </>
  );
}

const SHAPES = {
  facebook: "M14 8h2V5h-2.5C11 5 10 6.7 10 8.6V10H8v3h2v7h3v-7h2.4l.6-3h-3V8.8c0-.5.3-.8 1-.8z",
  instagram:
    "M8 4h8a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H8a4 4 0 0 1-4-4V8a4 4 0 0 1 4-4zm4 4.6a3.4 3.4 0 1 0 0 6.8 3.4 3.4 0 0 0 0-6.8zM16.6 7.4h.01",
  tiktok: "M14 4v10.4a3 3 0 1 1-3-3M14 4c.3 2.4 2 4 4.4 4.2",
} as const;

/** The marks of the social networks, which icon sets no longer carry. */
function BrandIcon({ brand }: { brand: keyof typeof SHAPES }) {
  const isSolid = brand === "facebook";
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      fill={isSolid ? "currentColor" : "none"}
      stroke={isSolid ? "none" : "currentColor"}
      strokeLinecap="round"
      aria-hidden
    >
      <path d={SHAPES[brand]} />
    </svg>
  );
}
