import {
  Link as RouterLink,
  type LinkProps as RouterLinkProps,
  NavLink as RouterNavLink,
  type NavLinkProps as RouterNavLinkProps,
  useLocation,
} from "react-router";
import type { ReactNode } from "react";
import { hrefIn } from "./locale-href.ts";

type LinkProps = Omit<RouterLinkProps, "to"> & { to: string };

/**
 * A link inside the site. `to` is a path from `paths.ts`; the visitor's language is added in front.
 */
export function Link({ to, ...rest }: LinkProps) {
  const href = hrefIn(to);
  return import.meta.env.SSR && RESOLVED.test(href) ? (
    <LinkAsWritten href={href} {...rest} />
  ) : (
    <RouterLink to={href} {...rest} />
  );
}

/** Addresses that the router would write unchanged: nothing to resolve or to remove. */
const RESOLVED = /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:\?[^#]+)?(?:#.+)?$/;

/**
 * The HTML that the router writes for a link, without resolving its address: on the server nobody
 * presses it, and a page has a hundred links.
 */
function LinkAsWritten({
  href,
  discover = "render",
  prefetch: _prefetch,
  relative: _relative,
  reloadDocument: _reloadDocument,
  replace: _replace,
  mask: _mask,
  state: _state,
  preventScrollReset: _preventScrollReset,
  viewTransition: _viewTransition,
  defaultShouldRevalidate: _defaultShouldRevalidate,
  target,
  children,
  ...rest
}: Omit<LinkProps, "to"> & { href: string }) {
  return (
    <a
      {...rest}
      href={href}
      target={target}
      data-discover={discover === "render" ? "true" : undefined}
    >
      {children}
    </a>
  );
}

/**
 * A link of a menu: has `aria-current="page"` on its page and, without `end`, on the pages below
 * it.
 */
export function NavLink({ to, ...rest }: NavLinkProps) {
  const href = hrefIn(to);
  return import.meta.env.SSR && RESOLVED.test(href) ? (
    <NavLinkAsWritten href={href} {...rest} />
  ) : (
    <RouterNavLink to={href} {...rest} />
  );
}

type NavLinkProps = Omit<RouterNavLinkProps, "to" | "className" | "style" | "children"> & {
  to: string;
  className?: string;
  children: ReactNode;
};

/** The class that the router gives a menu's link on its page; our styles use `aria-current`. */
const OF_HERE = "active";

/** The same for a link of a menu: on the server there is no pending navigation. */
function NavLinkAsWritten({
  href,
  className,
  end = false,
  caseSensitive = false,
  "aria-current": current = "page",
  ...rest
}: Omit<NavLinkProps, "to"> & { href: string }) {
  const { pathname } = useLocation();
  const fold = (path = "") => (caseSensitive ? path : path.toLowerCase());
  const [here, there] = [fold(pathname), fold(href.split(/[?#]/, 1)[0])];
  const isActive = here === there || (!end && here.startsWith(there) && here[there.length] === "/");
  return (
    <LinkAsWritten
      {...rest}
      href={href}
      aria-current={isActive ? current : undefined}
      className={[className, isActive && OF_HERE].filter(Boolean).join(" ")}
    />
  );
}
